import { existsSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { flushFile, isAudio } from '../integrity-check.ts';
import { createPrivateFile, makePrivateFolder } from '../private-file.ts';
import { type BackupFile, backupFolder, nameBackup, rotate } from './backup-files.ts';

/** Room that a backup leaves on the disk: the history itself comes first. */
const reserveBytes = 512 * 1024 ** 2;

/** Milliseconds that a reader waits for a lock. */
const busyTimeoutMs = 5_000;

/** True when the history in a file is sound. */
export function isAudioFile(file: string): boolean {
  const sql = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  try {
    return isAudio(sql);
  } finally {
    sql.close();
  }
}

/**
 * Writes the history as it is now to a file that is not there yet, or empty. Free pages are left out, so it holds nothing
 * that was deleted. Others may write meanwhile.
 */
export function copyHistory(file: string, into: string): void {
  // SQLite would make it readable for everybody that the umask lets.
  createPrivateFile(into);
  const sql = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  try {
    // The copy takes this over: without it, rows leave traces in the gaps of pages while it is written.
    sql.exec('PRAGMA secure_delete = ON');
    sql.prepare('VACUUM INTO ?').run(into);
  } finally {
    sql.close();
  }
}

/**
 * Makes a backup of the history, looks it through, and removes those that are too old.
 *
 * @param now milliseconds since 1970.
 * @returns `null` when the disk has too little room for it.
 * @throws the error of SQLite or the file system; nothing is left of the attempt at the next one.
 */
export function makeBackup(dataFolder: string, file: string, now: number): BackupFile | null {
  const folder = backupFolder(dataFolder);
  makePrivateFolder(folder);
  const part = path.join(folder, 'making.part');
  for (const end of ['', '-journal']) rmSync(part + end, { force: true });
  const log = existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < statSync(file).size + log + reserveBytes) return null;
  createPrivateFile(part);
  try {
    copyHistory(file, part);
    if (!isAudioFile(part)) throw new Error('the backup is not sound');
    flushFile(part);
    const made = nameBackup(part, dataFolder, now);
    rotate(dataFolder);
    return made;
  } finally {
    rmSync(part, { force: true });
  }
}
