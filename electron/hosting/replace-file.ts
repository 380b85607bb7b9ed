import { randomBytes } from 'node:crypto';
import { open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces a file as a whole, readable by its owner alone: after a crash or a power cut it contains either the old or the
 * new text. The folder is synced too, or the new name could be lost although its bytes are not.
 *
 * @throws the file system's error; the old file is then untouched.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const folder = path.dirname(file);
  // A random name opened with "x" cannot be a planted link.
  const draft = path.join(folder, `.${path.basename(file)}.${randomBytes(8).toString('hex')}.part`);
  try {
    await writeSynced(draft, text);
    await rename(draft, file);
  } catch (thrown) {
    await unlink(draft).catch(() => {});
    throw thrown;
  }
  await syncFolder(folder);
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no way to open a folder for this.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
