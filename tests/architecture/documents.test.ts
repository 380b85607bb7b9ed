import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const exists = (file: string) => existsSync(path.join(root, file));

const folders = 'electron|renderer|shared|tests|scripts|docs|bin|build-resources|\\.github';
const rootFile = /^[\w.-]+\.(?:json|ts|yml|md)$/;

/** What a document names: in code spans, in code blocks, and as link targets. */
function namedPaths(text: string): string[] {
  const code = [...text.matchAll(/```[\s\S]*?```|`([^`\n]+)`/g)].map(([block, span]) => span ?? block).join('\n');
  const inCode = [...code.matchAll(new RegExp(`(?<![\\w./~-])(?:${folders})/[\\w./-]+`, 'g'))].map(([named]) => named);
  const atRoot = [...text.matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span).filter((span) => rootFile.test(span));
  const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = '']) => target);
  return [...inCode, ...atRoot, ...links.filter((target) => !/^[a-z]+:/.test(target))];
}

test.each([
  ['ARCHITECTURE.md', 150],
  ['CONTRIBUTING.md', 30],
])('every path that %s names exists', (file, fewest) => {
  const paths = namedPaths(read(file));
  expect(paths.length).toBeGreaterThan(fewest);
  expect(paths.filter((named) => !exists(named))).toEqual([]);
});

test('the index of decisions lists every record with its number, date and title', () => {
  const records = readdirSync(path.join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
  const numbers = records.map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(records.length);
  const rows = records.sort().map((name) => {
    const number = name.slice(0, 4);
    const [, title, date] = /^# \d{4}\. (.+)\n\nDate: (\d{4}-\d\d-\d\d)\n/.exec(read(`docs/decisions/${name}`)) ?? [];
    return `[${number}](${name}) ${date} ${title}`;
  });
  const listed = [...read('docs/decisions/README.md').matchAll(/^\| (\[.+?\)) +\| (\S+) +\| (.+?) +\|$/gm)].map(
    ([, link, date, title]) => `${link} ${date} ${title}`,
  );
  expect(listed).toEqual(rows);
});
