import { Buffer } from 'node:buffer';
import { closeSync, existsSync, openSync, readdirSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { createPrivateFile } from '../private-file.ts';

/** One backup of the history. Its name holds the time it was made and the sum of its bytes. */
export interface BackupFile {
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly sizeBytes: number;
  /** CRC-32 of the whole file, eight hexadecimal digits. */
  readonly sum: string;
}

/** Generations kept at most, and what they may take together; the newest is kept whatever it takes. */
const generations = 3;
const togetherBytes = 1024 ** 3;
const pieceBytes = 1024 * 1024;

export const backupFolder = (dataFolder: string): string => path.join(dataFolder, 'backups');

const namePattern = /^history-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d-\d{3}Z)\.([0-9a-f]{8})\.db$/;

/** The backups of a data folder, the newest first. None when they can not be listed. */
export function listBackups(dataFolder: string): BackupFile[] {
  const folder = backupFolder(dataFolder);
  return namesIn(folder)
    .flatMap((name): BackupFile[] => {
      const [, day, hours, minutes, seconds = '', sum = ''] = namePattern.exec(name) ?? [];
      const madeAt = Date.parse(`${day}T${hours}:${minutes}:${seconds.replace('-', '.')}`);
      const file = path.join(folder, name);
      const facts = statSync(file, { throwIfNoEntry: false });
      return facts?.isFile() && !Number.isNaN(madeAt) ? [{ file, madeAt, sizeBytes: facts.size, sum }] : [];
    })
    .sort((first, second) => second.madeAt - first.madeAt);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** CRC-32 of a file, eight hexadecimal digits. */
export function sumOf(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const piece = Buffer.allocUnsafe(pieceBytes);
    let sum = 0;
    for (;;) {
      const length = readSync(handle, piece, 0, pieceBytes, null);
      if (length === 0) return sum.toString(16).padStart(8, '0');
      sum = crc32(piece.subarray(0, length), sum);
    }
  } finally {
    closeSync(handle);
  }
}

/** True when every byte is what it was when the backup was made. */
export function isWhole({ file, sum }: BackupFile): boolean {
  try {
    return sumOf(file) === sum;
  } catch {
    return false;
  }
}

/** The newest backup whose bytes are right, or `null`. */
export const newestWhole = (dataFolder: string): BackupFile | null => listBackups(dataFolder).find(isWhole) ?? null;

/** Gives a finished file the name of a backup. */
export function nameBackup(part: string, dataFolder: string, madeAt: number): BackupFile {
  const sum = sumOf(part);
  const time = new Date(madeAt).toISOString().replaceAll(/[:.]/g, '-');
  const file = path.join(backupFolder(dataFolder), `history-${time}.${sum}.db`);
  renameSync(part, file);
  return { file, madeAt, sizeBytes: statSync(file).size, sum };
}

const owed = (dataFolder: string) => path.join(dataFolder, 'wipe-owed');
/** Where earlier releases noted it. */
const owedBefore = (dataFolder: string) => path.join(backupFolder(dataFolder), 'prune-owed');

/** Something was deleted whose bytes are still in the history or its backups: a crash before they are gone is made good later. */
export const oweWipe = (dataFolder: string): void => createPrivateFile(owed(dataFolder));
export const hasOwedWipe = (dataFolder: string): boolean =>
  existsSync(owed(dataFolder)) || existsSync(owedBefore(dataFolder));
export function payWipe(dataFolder: string): void {
  for (const file of [owed(dataFolder), owedBefore(dataFolder)]) rmSync(file, { force: true });
}

/** Removes the oldest ones, as long as there are too many or they take too much room. */
export function rotate(dataFolder: string): void {
  const all = listBackups(dataFolder);
  let bytes = 0;
  for (const [index, backup] of all.entries()) {
    bytes += backup.sizeBytes;
    if (index > 0 && (index >= generations || bytes > togetherBytes)) removeBackup(backup);
  }
}

export function removeBackup({ file }: Pick<BackupFile, 'file'>): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(file + end, { force: true });
}
