import { DatabaseSync } from 'node:sqlite';
import { copyHistory, isIntactFile, makeBackup, pruneBackups } from './automatic-backups.ts';

/** A job on the files of the history that takes too long for the main thread. */
export type StorageJob =
  /** Checks the whole file: half of all damage shows nowhere else. True when it is sound. */
  | { kind: 'check'; file: string }
  /** True when a backup was made, false when there is too little space. */
  | { kind: 'backup'; dataFolder: string; file: string; now: number }
  /** Removes deleted content from the gaps of pages. False when a reader keeps the old pages from being replaced. */
  | { kind: 'vacuum'; file: string }
  /** Removes deleted content from all backups. */
  | { kind: 'prune'; dataFolder: string; file: string }
  /** Writes the current history to another file. */
  | { kind: 'copy'; file: string; into: string };

/** @throws the error of SQLite or the file system. */
export function runJob(job: StorageJob): boolean {
  switch (job.kind) {
    case 'check':
      return isIntactFile(job.file);
    case 'backup':
      return makeBackup(job.dataFolder, job.file, job.now) !== null;
    case 'vacuum':
      return vacuum(job.file);
    case 'prune':
      pruneBackups(job.dataFolder, job.file);
      return true;
    case 'copy':
      copyHistory(job.file, job.into);
      return true;
  }
}

const busyTimeoutMs = 5_000;

/**
 * `secure_delete` overwrites cells and pages that become free, but when SQLite moves cells between neighboring pages,
 * their copies stay in the unused middle of the old page. Only writing every page again removes those.
 */
function vacuum(file: string): boolean {
  const sql = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    sql.exec('PRAGMA secure_delete = ON; VACUUM');
    return sql.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  } finally {
    sql.close();
  }
}

/** The last message of the thread. Errors lose custom fields in transfer, so the codes are sent separately. */
export type StorageReply = { done: boolean } | { message: string; code?: string; errcode?: number };
