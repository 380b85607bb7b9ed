import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { listQuarantined, quarantine } from './quarantine.ts';

/** A backup that was unpacked and takes the place of the history at the next start, when nobody has it open. */
export const stagedFolder = (dataFolder: string): string => path.join(dataFolder, 'restore');

/** What lies in it: the history, files and tracks as in the data folder, and when they were backed up. */
export const stagedParts = { history: 'patchbay.db', facts: 'restore.json', folders: ['files', 'sessions'] } as const;

/** Files of the data folder that no row of the history names. */
const unnamedFolder = 'files-without-history';

const hasStagedHistory = (dataFolder: string): boolean =>
  existsSync(path.join(stagedFolder(dataFolder), stagedParts.history));

/** When the staged backup was made, in milliseconds since 1970; `null` when none is staged. */
export const stagedAt = (dataFolder: string): number | null =>
  hasStagedHistory(dataFolder) ? notedAt(dataFolder) : null;

function notedAt(dataFolder: string): number | null {
  try {
    const facts = readFileSync(path.join(stagedFolder(dataFolder), stagedParts.facts), 'utf8');
    const { madeAt } = JSON.parse(facts) as { madeAt?: unknown };
    return typeof madeAt === 'number' ? madeAt : null;
  } catch {
    return null;
  }
}

export interface Restored {
  /** Of the backup, milliseconds since 1970. */
  readonly madeAt: number;
  /** Name of the file that holds the history as it was before; `null` when there was none. */
  readonly aside: string | null;
}

/**
 * Puts a staged backup in place, and what was there aside under a name with the time in it. Cut off in the middle, it goes
 * on at the next start. Only while nobody has the history open.
 *
 * @returns `null` when none is staged.
 */
export function putStagedInPlace(dataFolder: string, file: string, now: Date): Restored | null {
  const staged = stagedFolder(dataFolder);
  const madeAt = notedAt(dataFolder);
  if (madeAt === null) return null;
  let aside: string | null;
  if (hasStagedHistory(dataFolder)) {
    for (const name of stagedParts.folders) moveAll(path.join(staged, name), path.join(dataFolder, name));
    const isThere = existsSync(file);
    if (isThere) takeInLog(file);
    aside = isThere ? quarantine(file, 'before-restore', now) : null;
    renameSync(path.join(staged, stagedParts.history), file);
  } else {
    // Cut off after the history was in its place: whoever restored it has not been told.
    if (!existsSync(file)) return null;
    aside = lastRestored(dataFolder);
  }
  fetchNamed(dataFolder, file);
  rmSync(staged, { recursive: true, force: true });
  return { madeAt, aside };
}

/** Name of the history that the last restore put aside. */
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

/** A history that was not closed has its last changes in its log. One that is damaged keeps its log beside it. */
function takeInLog(file: string): void {
  if (!existsSync(`${file}-wal`)) return;
  let sql: DatabaseSync | undefined;
  try {
    sql = new DatabaseSync(file);
    sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // It goes aside as it is.
  }
  sql?.close();
}

/** Brings back the files that an earlier restore put aside and this history names. */
function fetchNamed(dataFolder: string, file: string): void {
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
