import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { proofs } from './proofs.ts';

const root = path.join(import.meta.dirname, '../../..');
const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);
const ids = [...numbered('A', 38), ...numbered('C', 7)];

test('every line of the threat list for all hosts and for the terminal has a test', () => {
  expect(Object.keys(proofs)).toEqual(ids);
  expect(ids.filter((id) => proofs[id]?.length === 0)).toEqual([]);
});

/** Ids before the colon of the name of a test that is called so; several where several tests are. */
const idsBefore = (text: string, words: string): string[] => {
  const quoted = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const names = text.matchAll(new RegExp(`['"\`]([A-Z]\\d\\d(?:, \\w+)*): ${quoted}`, 'g'));
  return [...names].flatMap(([, before = '']) => before.split(', '));
};

test.each(Object.entries(proofs))('the tests of %s are there, and are called by it', (id, tests) => {
  for (const [file, words] of tests) {
    expect(existsSync(path.join(root, file)), file).toBe(true);
    expect(idsBefore(readFileSync(path.join(root, file), 'utf8'), words), `${file}: ${words}`).toContain(id);
  }
});
