import { copyHistory, isIntactFile, makeBackup, pruneBackups } from './automatic-backups.ts';
import { wipePages } from './wipe-pages.ts';

/** A job on the files of the history that takes too long for the main thread. */
export type StorageJob =
  /** Checks the whole file: half of all damage shows nowhere else. True when it is sound. */
  | { kind: 'check'; file: string }
  /** True when a backup was made, false when there is too little space. */
  | { kind: 'backup'; dataFolder: string; file: string; now: number }
  /** Overwrites deleted content that is still in the gaps of pages. `handle`: of the file, see `wipePages`. */
  | { kind: 'wipe'; file: string; handle: number }
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
    case 'wipe':
      wipePages(job.file, job.handle);
      return true;
    case 'prune':
      pruneBackups(job.dataFolder, job.file);
      return true;
    case 'copy':
      copyHistory(job.file, job.into);
      return true;
  }
}

/** The last message of the thread. Errors lose custom fields in transfer, so the codes are sent separately. */
export type StorageReply = { done: boolean } | { message: string; code?: string; errcode?: number };
