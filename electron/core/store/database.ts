import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  checkedBytes,
  connect,
  copyReadable,
  createDatabaseFile,
  DamagedFile,
  type Doubt,
  openDatabaseFile,
  putInPlace,
  replaceDatabaseFile,
} from './database-file.ts';
import { changedNotice, missingNotice, type Notice, replacedNotice, restoredNotice } from './database-notices.ts';
import { listBackups, newestWhole, oweWipe, payWipe, removeBackup } from './maintenance/backup-files.ts';
import { breakSeal, readSeal, writeSeal } from './maintenance/seal.ts';
import { putStagedInPlace } from './maintenance/staged-restore.ts';
import { createWorkerQueue, QueueClosed, type WorkerQueue } from './maintenance/worker-queue.ts';
import { migrate, NewerSchema } from './migrate.ts';
import { type Lock, takeLock } from './os-lock.ts';
import { createPrivateFile, makePrivateFolder } from './private-file.ts';
import { addRow, enterProcess, findProcesses, forgetEnded } from './processes.ts';
import { storageFault } from './storage-failure.ts';

export interface Database {
  readonly sql: DatabaseSync;
  /** False when everything is gone with this process: the data folder can not be written, or must not be. */
  readonly saving: boolean;
  /** Why saving is off, or what was repaired. */
  readonly notices: readonly Notice[];
  /** True when another history was put in place at this start: rows may be missing for what lies in the data folder. */
  readonly wasReplaced: boolean;
  /** True after a crash when the file is too large to be read as a whole before the start: it is read in the background. */
  readonly isUnchecked: boolean;
  /** Row of this process in the table `processes`, which names those that are running. */
  readonly processId: string;
  /** Removes from `processes` those that ended since; work that they had running is over. */
  forgetEndedProcesses(): void;
  /** Runs work in one transaction; inside another one it becomes part of that. */
  transaction<T>(work: () => T): T;
  /**
   * Takes what was deleted out of the write-ahead log as well, at once, and then out of the gaps of pages and out of every
   * backup. Its pages were overwritten when they became free.
   */
  wipeDeleted(): Promise<void>;
  /** Takes bytes that were replaced by others out of the log, and removes backups made since then: they may hold them. */
  wipeReplaced(sinceMs: number): void;
  /** Work on the files of the history in a thread of its own. */
  readonly apart: WorkerQueue;
  /** Something that was read made no sense: the next start reads the whole file, and repairs it if need be. */
  suspectDamage(): void;
  close(): void;
}

/** How long a start waits for another one on the same folder, which may be repairing. */
const openingWaitMs = 10_000;

/** Up to this size an unusable or unwritable database is read into memory, so that its history can still be seen. */
const memoryBytes = 256 * 1024 * 1024;

/** Saving is off; the message is the end of "Nothing is saved: …". */
class NotSaving extends Error {}

/**
 * Opens the database of a data folder, and makes both when they are missing. It always gives a working database:
 *
 * - A file that is damaged, empty or not ours is put aside with its time in the name. A new one takes its place, with
 *   the rows of the newest backup and every newer row that could still be read. A notice says so.
 * - A backup that lies ready takes the place of the file, which is put aside.
 * - A folder that can not be written, a file of a newer Patchbay, or a damaged file that another running Patchbay uses
 *   leaves the file untouched. What can be read of it is held in memory, `saving` is false, and a notice says why.
 *
 * Several processes may have one folder open: the write-ahead log lets one write while the others read, a second writer
 * waits up to 5 s. Starts, with their repairs and schema steps, happen one after another.
 */
export function openDatabase(folder: string): Database {
  const file = path.join(folder, 'patchbay.db');
  try {
    makePrivateFolder(folder);
    const opening = takeLock(path.join(folder, 'opening.lock'), openingWaitMs);
    if (!opening) throw new NotSaving('another Patchbay is still opening the data folder. Start this one again later');
    try {
      return openSaving(folder, file);
    } finally {
      opening.release();
    }
  } catch (thrown) {
    return openInMemory(file, reasonNotToSave(thrown, folder));
  }
}

function openSaving(folder: string, file: string): Database {
  const { alive, crashed } = findProcesses(folder);
  const isShared = alive.length > 0;
  const suspicion = path.join(folder, 'history-suspect');
  const notices: Notice[] = [];
  const restored = isShared ? null : putStagedInPlace(folder, file, new Date());
  if (restored) notices.push(restoredNotice(restored));
  putInPlace(file);
  const seal = isShared || crashed > 0 || restored ? 'none' : readSeal(file);
  if (!isShared) breakSeal(file);
  const isSuspect = existsSync(suspicion) || restored !== null || seal === 'changed';
  const doubt: Doubt = isShared ? 'none' : isSuspect ? 'suspect' : crashed > 0 ? 'crashed' : 'none';
  const isMissing = !existsSync(file);
  if (isMissing) {
    const backup = newestWhole(folder);
    createDatabaseFile(file, backup?.file ?? null);
    if (backup) notices.push(missingNotice(backup));
  }
  let sql: DatabaseSync;
  let wasDamaged = false;
  try {
    if (seal === 'rotten') throw new DamagedFile('is not what it was when it was last saved');
    sql = openDatabaseFile(file, doubt);
    if (seal === 'changed') notices.push(changedNotice);
  } catch (thrown) {
    if (!(thrown instanceof DamagedFile)) throw thrown;
    if (isShared)
      throw new NotSaving(`the history file ${thrown.message} and another Patchbay has it open. Close that one first`);
    const backup = newestWhole(folder);
    const replaced = replaceDatabaseFile(file, new Date(), backup?.file ?? null);
    notices.push(replacedNotice(thrown.message, replaced, backup));
    wasDamaged = true;
    sql = openDatabaseFile(file, 'none');
  }
  if (doubt === 'suspect') rmSync(suspicion, { force: true });
  const apart = createWorkerQueue();
  const id = randomUUID();
  let lock: Lock | undefined;
  /** Of the file, from the first deletion on. To close it while the database is open would give up its locks. */
  let handle: number | null = null;
  try {
    sql.exec('PRAGMA foreign_keys = ON');
    forgetEnded(sql, alive);
    lock = enterProcess(sql, folder, id);
  } catch (thrown) {
    sql.close();
    throw thrown;
  }
  /** False when it is still to be done: the rows are gone, and what a busy disk keeps from being overwritten is owed. */
  async function wipeApart(): Promise<boolean> {
    try {
      handle ??= openSync(file, 'r+');
      return await apart.run({ kind: 'wipe', file, handle });
    } catch {
      return false;
    }
  }
  return {
    ...working(sql, id),
    saving: true,
    notices,
    apart,
    wasReplaced: wasDamaged || restored !== null || (isMissing && existsSync(path.join(folder, 'files'))),
    isUnchecked: doubt === 'crashed' && statSync(file).size > checkedBytes,
    async wipeDeleted() {
      attempt(() => oweWipe(folder));
      wipeLog(sql);
      const isWiped = await wipeApart();
      const hasBackups = listBackups(folder).length > 0 || apart.isBusy;
      const isPruned = !hasBackups || (await pruneApart(folder, file, apart));
      if (isWiped && isPruned) payWipe(folder);
    },
    wipeReplaced(sinceMs) {
      wipeLog(sql);
      for (const backup of listBackups(folder)) if (backup.madeAt >= sinceMs) removeBackup(backup);
      void wipeApart();
    },
    forgetEndedProcesses() {
      // While another process starts, its lock may be a moment behind its file.
      const opening = takeLock(path.join(folder, 'opening.lock'));
      if (opening) forgetEnded(sql, findProcesses(folder).alive);
      opening?.release();
    },
    suspectDamage: () => attempt(() => createPrivateFile(suspicion)),
    close() {
      if (!sql.isOpen) return;
      // A full disk must not keep the program from ending; the next start does what is left undone here.
      attempt(() => sql.prepare('DELETE FROM processes WHERE id = ?').run(id));
      attempt(() => sql.exec('PRAGMA optimize'));
      sql.close();
      if (handle !== null) closeSync(handle);
      const opening = attempt(() => takeLock(path.join(folder, 'opening.lock')));
      // A thread that still writes the file would change it after its sum was taken.
      if (opening && !apart.isBusy) writeSeal(file);
      opening?.release();
      lock.release('remove');
    },
  };
}

function openInMemory(file: string, reason: string): Database {
  const sql = connect(':memory:');
  migrate(sql);
  if (isReadable(file)) attempt(() => copyReadable(file, sql));
  sql.exec('PRAGMA foreign_keys = ON');
  const id = randomUUID();
  addRow(sql, id);
  return {
    ...working(sql, id),
    saving: false,
    apart: createWorkerQueue(),
    notices: [{ id: 'not-saving', message: `Nothing is saved: ${reason}.` }],
    wasReplaced: false,
    isUnchecked: false,
    async wipeDeleted() {},
    wipeReplaced() {},
    forgetEndedProcesses() {},
    suspectDamage() {},
    close() {
      if (sql.isOpen) sql.close();
    },
  };
}

function working(sql: DatabaseSync, processId: string) {
  return {
    sql,
    processId,
    transaction<T>(work: () => T): T {
      if (sql.isTransaction) return work();
      sql.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        sql.exec('COMMIT');
        return result;
      } catch (thrown) {
        if (sql.isTransaction) sql.exec('ROLLBACK');
        throw thrown;
      }
    },
  };
}

/** False when it is still to be done. */
async function pruneApart(folder: string, file: string, apart: WorkerQueue): Promise<boolean> {
  try {
    await apart.run({ kind: 'prune', dataFolder: folder, file });
  } catch (thrown) {
    if (thrown instanceof QueueClosed) return false;
    // Better no backup than one that holds what was forgotten.
    for (const backup of listBackups(folder)) removeBackup(backup);
  }
  return true;
}

function wipeLog(sql: DatabaseSync): void {
  sql.exec('PRAGMA incremental_vacuum(4096)');
  sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

function isReadable(file: string): boolean {
  try {
    const { size } = statSync(file);
    return size > 0 && size <= memoryBytes;
  } catch {
    return false;
  }
}

function reasonNotToSave(thrown: unknown, folder: string): string {
  if (thrown instanceof NotSaving) return thrown.message;
  if (thrown instanceof NewerSchema)
    return 'the history file was written by a newer Patchbay. Start that one; this one leaves the file as it is';
  const cause = storageFault(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
  return `${cause} (${folder})`;
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    // Nothing depends on it.
    return null;
  }
}
