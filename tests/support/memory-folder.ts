// Before the first test and after the last one: where temporary files are.
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Temporary files of all tests together, at any time, with much to spare. */
const neededBytes = 8 * 1024 ** 3;

/**
 * Puts temporary files where they never reach a disk, if this system has such a place with room: tests make thousands of
 * histories, and waited most of their time for these to be flushed. Who names a folder in TMPDIR has them there.
 *
 * @returns what removes the folder with all that tests left in it.
 */
export function setup(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined) return undefined;
  const folder = openFolder('/dev/shm');
  if (folder === null) return undefined;
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** A new folder below one of a file system in memory; `null` where there is none, it is small, or nothing may run there. */
function openFolder(memory: string): string | null {
  let folder: string | null = null;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < neededBytes) return null;
    folder = mkdtempSync(path.join(memory, 'patchbay-tests-'));
    // As open as any folder for temporary files: some tests act as another account.
    chmodSync(folder, 0o1777);
    const script = path.join(folder, 'script');
    writeFileSync(script, '', { mode: 0o700 });
    accessSync(script, constants.X_OK);
    return folder;
  } catch {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
    return null;
  }
}
