import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { flushFile } from '../integrity-check.ts';
import { checkSchema, ForeignDatabase, migrate, NewerSchema, rulesOf } from '../migrate.ts';
import { isDamage } from '../storage-failure.ts';
import { stagedFolder, stagedParts } from './staged-restore.ts';
import type { WorkerQueue } from './worker-queue.ts';

/** Why a backup is not taken, as the end of "The backup …". */
export class UnfitBackup extends Error {}

const partFolder = (dataFolder: string) => `${stagedFolder(dataFolder)}.part`;

/**
 * Lays a backup ready for the next start: `fill` puts its parts into a folder and gives the time it was made. It is only
 * taken when its history is sound, of this program, and not newer than it.
 *
 * @throws UnfitBackup, or what `fill` throws; what was laid ready before stays then.
 */
export async function stage(
  dataFolder: string,
  apart: WorkerQueue,
  fill: (folder: string) => Promise<number>,
): Promise<void> {
  const part = partFolder(dataFolder);
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true, mode: 0o700 });
  try {
    const madeAt = await fill(part);
    const history = path.join(part, stagedParts.history);
    await checkHistory(history, apart);
    flushFile(history);
    writeFileSync(path.join(part, stagedParts.facts), JSON.stringify({ madeAt }), { mode: 0o600, flush: true });
    unstage(dataFolder);
    renameSync(part, stagedFolder(dataFolder));
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** Takes back what was laid ready. */
export function unstage(dataFolder: string): void {
  rmSync(stagedFolder(dataFolder), { recursive: true, force: true });
}

/** Puts the copy of a history file into a folder that is being filled. */
export function copyIntoStage(file: string, folder: string): void {
  copyFileSync(file, path.join(folder, stagedParts.history));
}

async function checkHistory(file: string, apart: WorkerQueue): Promise<void> {
  try {
    const sql = new DatabaseSync(file);
    try {
      checkSchema(sql);
      if (!ownRules().isSupersetOf(rulesOf(sql))) throw new ForeignDatabase();
    } finally {
      sql.close();
    }
    if (!(await apart.run({ kind: 'check', file }))) throw new UnfitBackup('is damaged');
  } catch (thrown) {
    if (thrown instanceof ForeignDatabase) throw new UnfitBackup('is none of Patchbay');
    if (thrown instanceof NewerSchema) throw new UnfitBackup('was made by a newer Patchbay');
    if (isDamage(thrown)) throw new UnfitBackup('is damaged');
    throw thrown;
  }
}

function ownRules(): Set<string> {
  const sql = new DatabaseSync(':memory:');
  try {
    migrate(sql);
    return rulesOf(sql);
  } finally {
    sql.close();
  }
}
