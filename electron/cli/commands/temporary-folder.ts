import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { lstat, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { takeLock } from '#core/store/processes.ts';

const prefix = 'patchbay-command-';
const ours = /^patchbay-command-\w{6}$/;
const lockName = 'command.lock';
const fateName = 'command.json';

/** What becomes of the data in a temporary folder when its command has ended. */
interface Fate {
  /** The data folder whose history gets its requests; `null` if they are deleted. */
  keepIn: string | null;
}

/**
 * Creates a private folder for the data of one command. A command that is killed cannot delete its folder: a later
 * command does, see `takeEnded`.
 *
 * @returns the folder, and a function that deletes it.
 */
export async function createTemporaryFolder(fate: Fate): Promise<{ folder: string; remove(): void }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), prefix));
  writeFileSync(path.join(folder, fateName), JSON.stringify(fate), { mode: 0o600 });
  const lock = takeLock(path.join(folder, lockName));
  const remove = () => {
    process.off('exit', remove);
    lock?.release('remove');
    rmSync(folder, { recursive: true, force: true });
  };
  // Runs however the process ends, short of being killed.
  process.once('exit', remove);
  return { folder, remove };
}

/**
 * Deletes the temporary folders of commands that were killed, and first has the requests in them kept where they were
 * to be kept.
 *
 * @param dataFolder the history of this command; folders of commands with another one are left to those.
 * @param keep rejects when the requests cannot be kept; the folder then stays.
 */
export async function takeEnded(dataFolder: string, keep: (folder: string) => Promise<void>): Promise<void> {
  for (const name of readdirSync(os.tmpdir()).filter((one) => ours.test(one))) {
    const folder = path.join(os.tmpdir(), name);
    if (!(await isOwn(folder))) continue;
    const fate = readFate(folder);
    const isElsewhere = fate?.keepIn !== null && fate?.keepIn !== dataFolder;
    if (fate === null || isElsewhere) continue;
    // A running command holds the lock; so does one that takes the folder at the same time.
    const lock = takeLock(path.join(folder, lockName));
    if (!lock) continue;
    try {
      if (fate.keepIn !== null) await keep(folder);
    } catch {
      lock.release();
      continue;
    }
    lock.release('remove');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Anyone can create a folder of this name there. */
async function isOwn(folder: string): Promise<boolean> {
  const facts = await lstat(folder).catch(() => null);
  const isMine = process.getuid === undefined || facts?.uid === process.getuid();
  return facts?.isDirectory() === true && isMine;
}

/** `null` for a folder that is being created or deleted. */
function readFate(folder: string): Fate | null {
  try {
    if (!existsSync(path.join(folder, lockName))) return null;
    const { keepIn } = JSON.parse(readFileSync(path.join(folder, fateName), 'utf8')) as Partial<Fate>;
    return keepIn === null || typeof keepIn === 'string' ? { keepIn } : null;
  } catch {
    return null;
  }
}
