import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Mutation } from './mutation.ts';

const root = path.join(import.meta.dirname, '../..');
const leftOut = new Set(['.git', 'node_modules', 'build', 'dist', 'release']);

/** A copy of the tree in which the source may be broken. */
export interface TreeCopy {
  readonly folder: string;
  /**
   * Takes one mitigation out.
   *
   * @returns puts it back.
   * @throws when what has to be found is not there exactly once.
   */
  apply(mutation: Mutation): () => void;
  remove(): void;
}

/** Copies the sources and links what is installed. */
export function copyTree(): TreeCopy {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-mutations-'));
  cpSync(root, folder, {
    recursive: true,
    filter: (place) => !leftOut.has(path.relative(root, place)),
  });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    folder,
    apply({ id, file, find, replace }) {
      const place = path.join(folder, file);
      const text = readFileSync(place, 'utf8');
      const pieces = text.split(find);
      if (pieces.length !== 2) throw new Error(`${id}: what it replaces occurs ${pieces.length - 1} times in ${file}`);
      writeFileSync(place, pieces.join(replace));
      return () => writeFileSync(place, text);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
