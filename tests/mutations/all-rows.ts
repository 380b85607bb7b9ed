import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Mutation } from './mutation.ts';

/** Every row of `rows/`, in the order of ids: A, E, L, C. */
export async function readRows(): Promise<Mutation[]> {
  const folder = path.join(import.meta.dirname, 'rows');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const lists = await Promise.all(
    files.map(async (name) => (await import(path.join(folder, name))) as { rows: readonly Mutation[] }),
  );
  return lists.flatMap(({ rows }) => rows).toSorted((first, second) => rank(first.id).localeCompare(rank(second.id)));
}

const rank = (id: string) => `${'AELC'.indexOf(id.charAt(0))}${id}`;

/**
 * What the names of a row's tests contain, as the source of a regular expression: the words that it gives, else its id
 * among those that stand before the colon (`A15, A37: the proxy …`).
 */
export const namePattern = ({ id, name }: Mutation): string =>
  name === undefined ? `\\b${id}\\b[^:]*:` : name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
