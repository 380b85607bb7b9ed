import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder, and its parents, that only this account can enter. An existing folder keeps its mode: it may be
 * shared on purpose, and every file in it is private by itself.
 *
 * Level by level: Node's own recursive `mkdir` never returns below a folder that refuses with ENOENT, such as /proc.
 */
export function makePrivateFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = path.resolve(folder); !existsSync(at); at = path.dirname(at)) missing.unshift(at);
  for (const one of missing)
    try {
      mkdirSync(one, { mode: 0o700 });
    } catch (thrown) {
      // Another process created it meanwhile.
      if (!statSync(one, { throwIfNoEntry: false })?.isDirectory()) throw thrown;
    }
  if (!statSync(folder).isDirectory()) mkdirSync(folder);
}

/**
 * Creates an empty file that only this account can read; an existing one is left unchanged, and links are not followed.
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
}
