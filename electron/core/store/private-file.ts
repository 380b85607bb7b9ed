import { closeSync, mkdirSync, openSync } from 'node:fs';

/**
 * Makes a folder, and those above it, that only this account can enter. A folder that is there keeps its mode: it may
 * be shared on purpose, and every file in it is private by itself.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Makes an empty file that only this account can read; one that is there is left as it is, and is not followed. */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
}
