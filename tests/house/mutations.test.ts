import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { namePattern, readRows } from '../mutations/all-rows.ts';
import type { Mutation } from '../mutations/mutation.ts';
import { notTried } from '../mutations/not-tried.ts';
import { markOf, readReport } from '../mutations/report.ts';

const root = path.join(import.meta.dirname, '../..');
const rows = await readRows();
const texts = new Map<string, string>();

/** Text of a file of the tree; empty when it is not there. */
function textOf(file: string): string {
  const place = path.join(root, file);
  if (!texts.has(file)) texts.set(file, existsSync(place) ? readFileSync(place, 'utf8') : '');
  return texts.get(file) ?? '';
}

/** Whether a test file holds a title (a text in quotes) that the row's pattern finds, or that begins so and is filled in. */
const namesTest = (row: Mutation, file: string) =>
  new RegExp(`['"\`][^'"\`\\n]*(?:${namePattern(row)})`).test(textOf(file)) ||
  Array.from(row.name ?? '').some((_, at) => at > 10 && textOf(file).includes(`${row.name?.slice(0, at)}%s`));

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);
const threatList = [...numbered('A', 38), ...numbered('E', 18), ...numbered('L', 21), ...numbered('C', 7)];

describe('the mutations', () => {
  test('each finds its piece of the source exactly once, and changes it', () => {
    const astray = rows.filter(
      ({ file, find, replace }) => textOf(file).split(find).length !== 2 || find === replace || find === '',
    );
    expect(astray.map(({ id, file, find }) => `${id} ${file}: ${find}`)).toEqual([]);
  });

  test('each names tests that exist', () => {
    const astray = rows.flatMap((row) =>
      row.tests.filter((file) => !namesTest(row, file)).map((file) => `${row.id} ${file}`),
    );
    expect(astray).toEqual([]);
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  test('each id of the threat list has a row, or a reason why not', () => {
    const tried = new Set(rows.map(({ id }) => id));
    expect(threatList.filter((id) => !tried.has(id) && notTried[id] === undefined)).toEqual([]);
    expect(threatList.filter((id) => tried.has(id) && notTried[id] !== undefined)).toEqual([]);
    expect([...tried, ...Object.keys(notTried)].filter((id) => !threatList.includes(id))).toEqual([]);
  });

  test('each was seen red as it stands today', () => {
    const red = new Set(readReport().flatMap(({ mark, seen }) => (seen === 'red' ? [mark] : [])));
    const unseen = rows.filter((row) => !red.has(markOf(row)));
    expect(unseen.map(({ id, removed }) => `${id} ${removed}: run "npm run mutations -- --new"`)).toEqual([]);
  });
});
