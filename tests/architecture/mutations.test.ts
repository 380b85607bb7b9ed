import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRows, titlesOf } from '../mutations/all-rows.ts';
import { locate } from '../mutations/locate.ts';
import type { Mutation } from '../mutations/mutation.ts';
import { readReport } from '../mutations/report.ts';
import { protections } from '../support/protections.ts';

const root = path.join(import.meta.dirname, '../..');
const rows = await readRows();
const texts = new Map<string, string>();

/** Returns the text of a tracked file; empty when it does not exist. */
function textOf(file: string): string {
  const fullPath = path.join(root, file);
  if (!texts.has(file)) texts.set(file, existsSync(fullPath) ? readFileSync(fullPath, 'utf8') : '');
  return texts.get(file) ?? '';
}

const nameOf = ({ protection, removed }: Mutation) => `${protection}: ${removed}`;

describe('the mutations', () => {
  test('each finds its fragment exactly once in the named function, and changes it', () => {
    for (const row of rows) expect(() => locate(row, textOf(row.file)), nameOf(row)).not.toThrow();
    const unchanged = rows.filter(({ find, replace }) => find.trim() === replace.trim());
    expect(unchanged.map(nameOf)).toEqual([]);
  });

  test('each names existing tests', () => {
    const titles = (file: string) => textOf(file).replaceAll("\\'", "'").replaceAll('\\"', '"');
    const unmatched = rows.flatMap((row) => {
      const wanted = titlesOf(row);
      const files = row.tests.filter((file) => !wanted.some((title) => titles(file).includes(title)));
      const words = wanted.filter((title) => !row.tests.some((file) => titles(file).includes(title)));
      const missing = wanted.length === 0 ? row.tests.filter((file) => textOf(file) === '') : [...files, ...words];
      return missing.map((what) => `${nameOf(row)}: ${what}`);
    });
    expect(unmatched).toEqual([]);
    expect(rows.filter(({ tests }) => tests.length === 0).map(nameOf)).toEqual([]);
  });

  test('every protection has a row, and no two rows remove the same code', () => {
    const tried = new Set(rows.map(({ protection }) => protection));
    expect(protections.filter((protection) => !tried.has(protection))).toEqual([]);
    expect(new Set(rows.map(({ removed }) => removed)).size).toBe(rows.length);
  });

  test('the report lists exactly the rows, and each was seen failing', () => {
    const report = readReport();
    const left = rows.filter(({ removed }) => report.get(removed)?.seen !== 'red');
    expect(left.map((row) => `${nameOf(row)}: run "npm run mutations -- --new"`)).toEqual([]);
    expect([...report.keys()].toSorted()).toEqual(rows.map(({ removed }) => removed).toSorted());
  });
});

describe('locating a fragment', () => {
  const source = `export function send(what: string) {
    if (isRefused(what)) return null;
    return what;
  }
  class Gate {
    #open = false;
    check(what: string) { return isRefused(what) ? null : what; }
  }
  export const limit = 3;
  const area = { async open() { return isRefused('x'); } };`;
  const locateIn = (within: string | undefined, find: string) => {
    const row = {
      protection: 'hostile page',
      removed: 'the check',
      file: 'a.ts',
      find,
      replace: '',
      tests: [],
    } as const;
    const { start, end } = locate({ ...row, tests: [], ...(within !== undefined && { within }) }, source);
    return source.slice(start, end);
  };

  test.each([
    ['send', 'isRefused(what)', 'isRefused(what)'],
    ['Gate.check', 'isRefused( what )', 'isRefused(what)'],
    ['Gate.#open', 'false', 'false'],
    ['area.open', "isRefused('x')", "isRefused('x')"],
    ['limit', '3', '3'],
    ['send', 'return null;return what;', 'return null;\n    return what;'],
    [undefined, 'limit = 3', 'limit = 3'],
  ])('%s contains %j, regardless of line breaks', (within, find, found) => {
    expect(locateIn(within, find)).toBe(found);
  });

  test.each([
    ['sent', 'isRefused(what)', 'there are 0 of sent in a.ts'],
    ['check', 'isRefused(what)', 'there are 0 of check in a.ts'],
    ['send', 'isAllowed(what)', 'occurs 0 times in send in a.ts'],
    ['send', 'what', 'occurs 3 times in send in a.ts'],
    ['send', ' ', 'occurs 0 times in send in a.ts'],
  ])('a row that names %s and %j fails by name', (within, find, message) => {
    expect(() => locateIn(within, find)).toThrow(`hostile page: the check: `);
    expect(() => locateIn(within, find)).toThrow(message);
  });
});
