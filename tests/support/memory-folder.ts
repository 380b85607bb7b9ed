// Before the first test and after the last one: the location of temporary files.
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The peak size of all tests' temporary files together, with a wide margin. */
const neededBytes = 8 * 1024 ** 3;

/**
 * Moves temporary files to memory, if this system has a place with room for them: tests create thousands of histories, and
 * spent most of their time waiting for disk flushes. A folder named in TMPDIR is used instead.
 *
 * @returns a function that removes the folder with all that tests left in it.
 */
export default function setup(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined) return undefined;
  const folder = openFolder('/dev/shm');
  if (folder === null) return undefined;
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** A new folder in an in-memory file system; `null` where there is none, it is small, or nothing may be executed there. */
function openFolder(memory: string): string | null {
  let folder: string | null = null;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < neededBytes) return null;
    folder = mkdtempSync(path.join(memory, 'patchbay-tests-'));
    // As open as any temporary folder: some tests act as another account.
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
