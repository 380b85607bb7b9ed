import { copyHistory, isAudioFile, makeBackup, pruneBackups } from './make-backup.ts';
import { wipePages } from './wipe-pages.ts';

/** Work on the files of the history that takes too long to hold up the program. */
export type StorageJob =
  /** Reads the whole file: half of all damage shows nowhere else. True when it is sound. */
  | { kind: 'check'; file: string }
  /** True when a backup was made, false when there is too little room. */
  | { kind: 'backup'; dataFolder: string; file: string; now: number }
  /** Overwrites what was deleted and is still in the gaps of pages. `handle`: of the file, see `wipePages`. */
  | { kind: 'wipe'; file: string; handle: number }
  /** Takes out of all backups what was deleted. */
  | { kind: 'prune'; dataFolder: string; file: string }
  /** Writes the history as it is now to another file. */
  | { kind: 'copy'; file: string; into: string };

/** @throws the error of SQLite or the file system. */
export function doJob(job: StorageJob): boolean {
  switch (job.kind) {
    case 'check':
      return isAudioFile(job.file);
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

/** What the thread says at its end. Errors lose their own fields on the way: the codes go beside them. */
export type StorageWord = { done: boolean } | { message: string; code?: string; errcode?: number };
