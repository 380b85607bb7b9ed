import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { orNull } from '../or-null.ts';
import {
  breakSeal,
  checkedBytes,
  connect,
  copyReadable,
  createDatabaseFile,
  DamagedFile,
  type Doubt,
  openDatabaseFile,
  putInPlace,
  readSeal,
  replaceDatabaseFile,
  writeSeal,
} from './database-file.ts';
import { changedNotice, missingNotice, type Notice, replacedNotice, restoredNotice } from './database-notices.ts';
import { listBackups, newestWhole, oweWipe, payWipe, removeBackup } from './maintenance/automatic-backups.ts';
import { putStagedInPlace } from './maintenance/staged-restore.ts';
import { createWorkerQueue, QueueClosed, type WorkerQueue } from './maintenance/worker-queue.ts';
import { migrate, NewerSchema } from './migrate.ts';
import { createPrivateFile, makePrivateFolder } from './private-file.ts';
import { addRow, enterProcess, findProcesses, forgetEnded, type Lock, takeLock } from './processes.ts';
import { storageFault } from './storage-failure.ts';

export interface Database {
  readonly sql: DatabaseSync;
  /** False when everything is lost with this process: the data folder cannot be written, or must not be. */
  readonly saving: boolean;
  /** Why saving is off, or what was repaired. */
  readonly notices: readonly Notice[];
  /** True when the history was replaced at this start: rows may be missing for files in the data folder. */
  readonly wasReplaced: boolean;
  /** True when a backup that the user selected replaced it at this start. */
  readonly wasRestored: boolean;
  /** True after a crash when the file is too large to be checked before the start: it is checked in the background. */
  readonly isUnchecked: boolean;
  /** Id of this process in the table `processes`, which lists the running ones. */
  readonly processId: string;
  /** Removes ended processes from `processes`; the work they were running is over. */
  forgetEndedProcesses(): void;
  /** Runs work in one transaction; nested calls join the outer one. */
  transaction<T>(work: () => T): T;
  /**
   * Removes deleted content from the write-ahead log at once, and then from every backup and from the gaps of pages; of a
   * large file the last, when the program ends. Its pages were overwritten when they became free.
   */
  wipeDeleted(): Promise<void>;
  /** Removes bytes that were replaced from the log, and deletes backups made since then, which may contain them. */
  wipeReplaced(sinceMs: number): void;
  /** Runs jobs on the files of the history in a thread of its own. */
  readonly worker: WorkerQueue;
  /**
   * Call when something that was read makes no sense: the next start reads the whole file, and repairs it if needed.
   */
  suspectDamage(): void;
  /** `tidies`: takes the time to remove what is left of deleted content, if no other process has the file open. */
  close(options?: { tidies?: boolean }): void;
}

/**
 * Bytes of the file up to which a deletion writes all pages again at once, and up to which the end of the program does.
 * It takes 0.8 s per 50 MB, and other writers wait meanwhile (docs/decisions/0045-vacuum-after-deletions.md).
 */
const vacuumLimits = { atOnce: 64 * 1024 * 1024, atClose: 1024 * 1024 * 1024 };

/** How long a start waits for another one on the same folder, which may be repairing, in milliseconds. */
const openingWaitMs = 10_000;

/**
 * Up to this size an unusable or unwritable database is loaded into memory, so that its history can still be viewed.
 */
const memoryBytes = 256 * 1024 * 1024;

/** Saving is off; the message completes "Nothing is saved: …". */
class NotSaving extends Error {}

/**
 * Opens the database of a data folder, creating both when missing. It always returns a working database:
 *
 * - A file that is damaged, empty or not ours is quarantined with its time in the name. A new one replaces it, with
 * the rows of the newest backup and every newer row that could still be read. A notice reports it.
 * - A staged backup replaces the file, which is quarantined.
 * - A folder that cannot be written, a file of a newer Patchbay, or a damaged file that another running Patchbay uses
 * leaves the file untouched. What can be read of it is loaded into memory, `saving` is false, and a notice says why.
 *
 * Several processes may have one folder open: the write-ahead log lets one write while the others read, and a second
 * writer waits up to 5 s. Starts, including their repairs and migrations, are serialized.
 */
export function openDatabase(folder: string, limits = vacuumLimits): Database {
  const file = path.join(folder, 'patchbay.db');
  try {
    makePrivateFolder(folder);
    const opening = takeLock(path.join(folder, 'opening.lock'), openingWaitMs);
    if (!opening) throw new NotSaving('another Patchbay is still opening the data folder. Restart this one later');
    try {
      return openSaving(folder, file, limits);
    } finally {
      opening.release();
    }
  } catch (thrown) {
    return openInMemory(file, reasonNotToSave(thrown, folder));
  }
}

function openSaving(folder: string, file: string, limits: typeof vacuumLimits): Database {
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
    if (seal === 'rotten') throw new DamagedFile('has changed since it was last saved');
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
  const worker = createWorkerQueue();
  const id = randomUUID();
  let lock: Lock | undefined;
  try {
    sql.exec('PRAGMA foreign_keys = ON');
    forgetEnded(sql, alive);
    lock = enterProcess(sql, folder, id);
  } catch (thrown) {
    sql.close();
    throw thrown;
  }
  const vacuumOwed = path.join(folder, 'vacuum-owed');
  /** Of a large file it is left to the end of the program. Returns false when it has to be tried again. */
  async function vacuumInWorker(): Promise<boolean> {
    if (statSync(file).size > limits.atOnce) return orNull(() => createPrivateFile(vacuumOwed)) !== null;
    return worker.run({ kind: 'vacuum', file }).catch(() => false);
  }
  function tidy(): void {
    const isAlone = sql.prepare('SELECT 1 FROM processes').get() === undefined;
    if (!isAlone || worker.isBusy || statSync(file).size > limits.atClose) return;
    sql.exec('VACUUM');
    rmSync(vacuumOwed);
  }
  return {
    ...working(sql, id),
    saving: true,
    notices,
    worker,
    wasReplaced: wasDamaged || restored !== null || (isMissing && existsSync(path.join(folder, 'files'))),
    wasRestored: restored !== null,
    isUnchecked: doubt === 'crashed' && statSync(file).size > checkedBytes,
    async wipeDeleted() {
      orNull(() => oweWipe(folder));
      wipeLog(sql);
      const isWiped = await vacuumInWorker();
      const hasBackups = listBackups(folder).length > 0 || worker.isBusy;
      const isPruned = !hasBackups || (await pruneInWorker(folder, file, worker));
      if (isWiped && isPruned) payWipe(folder);
    },
    wipeReplaced(sinceMs) {
      wipeLog(sql);
      for (const backup of listBackups(folder)) if (backup.madeAt >= sinceMs) removeBackup(backup);
      void vacuumInWorker();
    },
    forgetEndedProcesses() {
      // While another process starts, its lock may lag slightly behind its file.
      const opening = takeLock(path.join(folder, 'opening.lock'));
      if (opening) forgetEnded(sql, findProcesses(folder).alive);
      opening?.release();
    },
    suspectDamage: () => orNull(() => createPrivateFile(suspicion)),
    close({ tidies = false } = {}) {
      if (!sql.isOpen) return;
      // A full disk must not keep the program from quitting; the next start completes what is left undone here.
      orNull(() => sql.prepare('DELETE FROM processes WHERE id = ?').run(id));
      orNull(() => sql.exec('PRAGMA optimize'));
      if (tidies && existsSync(vacuumOwed)) orNull(tidy);
      sql.close();
      const opening = orNull(() => takeLock(path.join(folder, 'opening.lock')));
      // A thread still writing the file would change it after its checksum was taken.
      if (opening && !worker.isBusy) writeSeal(file);
      opening?.release();
      lock.release('remove');
    },
  };
}

function openInMemory(file: string, reason: string): Database {
  const sql = connect(':memory:');
  migrate(sql);
  if (isReadable(file)) orNull(() => copyReadable(file, sql));
  sql.exec('PRAGMA foreign_keys = ON');
  const id = randomUUID();
  addRow(sql, id);
  return {
    ...working(sql, id),
    saving: false,
    worker: createWorkerQueue(),
    notices: [{ id: 'not-saving', message: `Nothing is being saved: ${reason}.` }],
    wasReplaced: false,
    wasRestored: false,
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

/** Returns false when work remains. */
async function pruneInWorker(folder: string, file: string, worker: WorkerQueue): Promise<boolean> {
  try {
    await worker.run({ kind: 'prune', dataFolder: folder, file });
  } catch (thrown) {
    if (thrown instanceof QueueClosed) return false;
    // Better no backup than one that contains deleted content.
    for (const backup of listBackups(folder)) removeBackup(backup);
  }
  return true;
}

function wipeLog(sql: DatabaseSync): void {
  sql.exec('PRAGMA incremental_vacuum(4096)');
  sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

function isReadable(file: string): boolean {
  const size = orNull(() => statSync(file).size) ?? 0;
  return size > 0 && size <= memoryBytes;
}

function reasonNotToSave(thrown: unknown, folder: string): string {
  if (thrown instanceof NotSaving) return thrown.message;
  if (thrown instanceof NewerSchema)
    return 'the history file was created by a newer version of Patchbay. Start that version; this one leaves the file unchanged';
  const cause = storageFault(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
  return `${cause} (${folder})`;
}
