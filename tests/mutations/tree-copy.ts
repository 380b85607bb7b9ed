import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { locate } from './locate.ts';
import type { Mutation } from './mutation.ts';

const root = path.join(import.meta.dirname, '../..');
const leftOut = new Set(['.git', 'node_modules', 'build', 'dist', 'release']);

/** A copy of the tree in which the source may be broken. */
export interface TreeCopy {
  readonly folder: string;
  /**
   * Removes one protection.
   *
   * @returns a function that restores it.
   * @throws when its function does not exist, or the fragment is not in it exactly once.
   */
  apply(mutation: Mutation): () => void;
  remove(): void;
}

/** Copies the sources and links the installed packages. */
export function copyTree(): TreeCopy {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-mutations-'));
  cpSync(root, folder, {
    recursive: true,
    filter: (place) => !leftOut.has(path.relative(root, place)),
  });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    folder,
    apply(mutation) {
      const place = path.join(folder, mutation.file);
      const text = readFileSync(place, 'utf8');
      const { start, end } = locate(mutation, text);
      writeFileSync(place, `${text.slice(0, start)}${mutation.replace.trim()}${text.slice(end)}`);
      return () => writeFileSync(place, text);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
