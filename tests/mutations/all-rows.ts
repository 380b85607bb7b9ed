import { readdirSync } from 'node:fs';
import path from 'node:path';
import { protections } from '../support/protections.ts';
import type { Mutation } from './mutation.ts';

/** Every row of `rows/`, in the order of the protections. */
export async function readRows(): Promise<Mutation[]> {
  const folder = path.join(import.meta.dirname, 'rows');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const lists = await Promise.all(
    files.map(async (name) => (await import(path.join(folder, name))) as { rows: readonly Mutation[] }),
  );
  const rank = ({ protection }: Mutation) => protections.indexOf(protection);
  return lists.flatMap(({ rows }) => rows).toSorted((first, second) => rank(first) - rank(second));
}

/** Substrings of the titles of a row's tests; none when all tests of its files are meant. */
export const titlesOf = ({ titled = [] }: Mutation): readonly string[] =>
  typeof titled === 'string' ? [titled] : titled;

/** Returns the regular expression source that matches the titles of a row's tests. */
export const titlePattern = (row: Mutation): string =>
  titlesOf(row)
    .map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
