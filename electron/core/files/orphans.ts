import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../store/database.ts';
import type { FileRows } from './file-rows.ts';

/** A whole file without a row may be one that another process is just entering; after this time it is not. */
const settledMs = 3_600_000;

/**
 * Frees what a crash left in the folder of stored files: parts whose writer is gone, and whole files that no row names.
 * After a damaged history was replaced, files without a row are put aside and not removed: their rows may be what was
 * lost.
 */
export async function freeOrphans(db: Database, rows: FileRows, folder: string): Promise<void> {
  const isRunning = db.sql.prepare('SELECT 1 FROM processes WHERE id = ?');
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const writer = /\.([\w-]+)\.part$/.exec(name)?.[1];
    if (writer !== undefined) {
      if (!isRunning.get(writer)) await rm(file, { force: true });
    } else if (!rows.find(name)) {
      if (db.wasReplaced) await quarantine(file);
      else if (await isSettled(file)) await rm(file, { force: true });
    }
  }
}

async function quarantine(file: string): Promise<void> {
  const aside = path.join(path.dirname(file), '..', 'files-without-history');
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await rename(file, path.join(aside, path.basename(file)));
}

async function isSettled(file: string): Promise<boolean> {
  const facts = await stat(file).catch(() => null);
  return facts?.isFile() === true && Date.now() - facts.mtimeMs > settledMs;
}
