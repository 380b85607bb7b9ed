import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type BackupOrigin, backupOrigins } from '#shared/contract/backups.ts';
import { orNull } from '../../or-null.ts';
import { flushFile } from '../integrity-check.ts';
import { checkSchema, ForeignDatabase, migrate, NewerSchema, rulesOf } from '../migrate.ts';
import { isDamage } from '../storage-failure.ts';
import { listQuarantined, quarantine } from './quarantine.ts';
import type { WorkerQueue } from './worker-queue.ts';

/** Folder of an unpacked backup that replaces the history at the next start, when it is not open anywhere. */
export const stagedFolder = (dataFolder: string): string => path.join(dataFolder, 'restore');

/** Its content: the history, files and tracks as in the data folder, and when they were backed up. */
export const stagedParts = { history: 'patchbay.db', facts: 'restore.json', folders: ['files', 'sessions'] } as const;

/** Files of the data folder that no row of the history references. */
const unnamedFolder = 'files-without-history';

const hasStagedHistory = (dataFolder: string): boolean =>
  existsSync(path.join(stagedFolder(dataFolder), stagedParts.history));

/** Returns when the staged backup was made, in milliseconds since 1970; `null` when none is staged. */
export const stagedAt = (dataFolder: string): number | null =>
  hasStagedHistory(dataFolder) ? notedAt(dataFolder) : null;

/** Returns where the staged backup is from; `null` when none is staged, or when it is a file of the data folder. */
export const stagedFrom = (dataFolder: string): BackupOrigin | null => {
  const from = hasStagedHistory(dataFolder) ? factsOf(dataFolder).from : null;
  return backupOrigins.find((origin) => origin === from) ?? null;
};

function notedAt(dataFolder: string): number | null {
  const { madeAt } = factsOf(dataFolder);
  return typeof madeAt === 'number' ? madeAt : null;
}

function factsOf(dataFolder: string): { madeAt?: unknown; from?: unknown } {
  const facts = path.join(stagedFolder(dataFolder), stagedParts.facts);
  return orNull(() => JSON.parse(readFileSync(facts, 'utf8'))) ?? {};
}

/** What a fill put into the folder of a staged backup. */
export interface StagedFacts {
  /** When it was made, in milliseconds since 1970. */
  madeAt: number;
  /** For an archive: whether its authentication code is that of this installation. */
  from?: BackupOrigin;
}

export interface Restored {
  /** When the backup was made, in milliseconds since 1970. */
  readonly madeAt: number;
  /** Name of the file with the previous history; `null` when there was none. */
  readonly aside: string | null;
}

/**
 * Puts a staged backup in place and quarantines the previous data under a name with the time in it. If interrupted, the
 * next start continues. Only while the history is not open anywhere.
 *
 * @returns `null` when none is staged.
 */
export function putStagedInPlace(dataFolder: string, file: string, now: Date): Restored | null {
  // Of a program that was killed while it unpacked a backup: a copy of all data, also of what is deleted later.
  rmSync(partFolder(dataFolder), { recursive: true, force: true });
  const staged = stagedFolder(dataFolder);
  const madeAt = notedAt(dataFolder);
  if (madeAt === null) return null;
  let aside: string | null;
  if (hasStagedHistory(dataFolder)) {
    for (const name of stagedParts.folders) moveAll(path.join(staged, name), path.join(dataFolder, name));
    const isThere = existsSync(file);
    if (isThere) checkpointLog(file);
    aside = isThere ? quarantine(file, 'before-restore', now) : null;
    renameSync(path.join(staged, stagedParts.history), file);
  } else {
    // Interrupted after the history was in place: the user has not been notified of the restore.
    if (!existsSync(file)) return null;
    aside = lastRestored(dataFolder);
  }
  restoreReferenced(dataFolder, file);
  rmSync(staged, { recursive: true, force: true });
  return { madeAt, aside };
}

/** Returns the name of the history that the last restore quarantined. */
function lastRestored(dataFolder: string): string | null {
  const last = listQuarantined(dataFolder).find(({ reason }) => reason === 'restored');
  return last ? path.basename(last.file) : null;
}

function moveAll(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  // Ids are random: a file of the same name is the same file.
  for (const name of readdirSync(from))
    if (!existsSync(path.join(to, name))) renameSync(path.join(from, name), path.join(to, name));
}

/** Checkpoints the log of a history that was not closed. A damaged history keeps its log. */
function checkpointLog(file: string): void {
  if (!existsSync(`${file}-wal`)) return;
  let sql: DatabaseSync | undefined;
  try {
    sql = new DatabaseSync(file);
    sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // It is quarantined as it is.
  }
  sql?.close();
}

/** Restores files that an earlier restore quarantined and this history references. */
function restoreReferenced(dataFolder: string, file: string): void {
  const unnamed = path.join(dataFolder, unnamedFolder);
  if (!existsSync(unnamed)) return;
  const sql = new DatabaseSync(file, { readOnly: true });
  try {
    const isNamed = sql.prepare('SELECT 1 FROM files WHERE id = ?');
    const kept = path.join(dataFolder, 'files');
    mkdirSync(kept, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(unnamed))
      if (isNamed.get(name) && !existsSync(path.join(kept, name)))
        renameSync(path.join(unnamed, name), path.join(kept, name));
  } finally {
    sql.close();
  }
}

/** Why a backup is rejected; completes "The backup …". */
export class UnfitBackup extends Error {}

const partFolder = (dataFolder: string) => `${stagedFolder(dataFolder)}.part`;

/**
 * Stages a backup for the next start: `fill` puts its parts into a folder and returns what it is. It is
 * accepted only when its history is sound, of this program, and not newer than it.
 *
 * @throws UnfitBackup, or what `fill` throws; a previously staged backup is kept then.
 */
export async function stage(
  dataFolder: string,
  worker: WorkerQueue,
  fill: (folder: string) => Promise<StagedFacts>,
): Promise<void> {
  const part = partFolder(dataFolder);
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true, mode: 0o700 });
  try {
    const facts = await fill(part);
    const history = path.join(part, stagedParts.history);
    await checkHistory(history, worker);
    flushFile(history);
    writeFileSync(path.join(part, stagedParts.facts), JSON.stringify(facts), { mode: 0o600, flush: true });
    unstage(dataFolder);
    renameSync(part, stagedFolder(dataFolder));
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** Discards the staged backup. */
export function unstage(dataFolder: string): void {
  rmSync(stagedFolder(dataFolder), { recursive: true, force: true });
}

/** Copies a history file into a folder that is being filled. */
export function copyIntoStage(file: string, folder: string): void {
  copyFileSync(file, path.join(folder, stagedParts.history));
}

async function checkHistory(file: string, worker: WorkerQueue): Promise<void> {
  try {
    const sql = new DatabaseSync(file);
    try {
      checkSchema(sql);
      if (!ownRules().isSupersetOf(rulesOf(sql))) throw new ForeignDatabase();
    } finally {
      sql.close();
    }
    if (!(await worker.run({ kind: 'check', file }))) throw new UnfitBackup('is damaged');
  } catch (thrown) {
    if (thrown instanceof ForeignDatabase) throw new UnfitBackup("isn't a Patchbay backup");
    if (thrown instanceof NewerSchema) throw new UnfitBackup('was created by a newer version of Patchbay');
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
