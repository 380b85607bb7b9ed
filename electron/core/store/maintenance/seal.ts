import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sumOf } from './backup-files.ts';

/** The sum of a larger file would take too long at the end and at the start; the weekly check reads it. */
const sealedBytes = 32 * 1024 ** 2;

/** What copies a folder with its times may round them. */
const clockStepMs = 2;

interface Seal {
  sizeBytes: number;
  changedAtMs: number;
  sum: string;
}

const sealOf = (file: string) => `${file}-seal`;

/**
 * Notes the sum of a database that nobody has open. SQLite finds damage to the structure of its file, not a letter that
 * changed in a text: the sum finds that, too. Where it can not be written there is none.
 */
export function writeSeal(file: string): void {
  try {
    const { size, mtimeMs } = statSync(file);
    if (size > sealedBytes || existsSync(`${file}-wal`)) return;
    const seal: Seal = { sizeBytes: size, changedAtMs: mtimeMs, sum: sumOf(file) };
    writeFileSync(sealOf(file), JSON.stringify(seal), { mode: 0o600 });
  } catch {
    // The next start does without.
  }
}

/**
 * What the seal says of a file: `none` when there is no seal, `same`, `rotten` when bytes are wrong though nobody wrote
 * the file since, `changed` when some other program wrote it.
 */
export function readSeal(file: string): 'none' | 'same' | 'rotten' | 'changed' {
  try {
    const { sizeBytes, changedAtMs, sum } = JSON.parse(readFileSync(sealOf(file), 'utf8')) as Seal;
    const { size, mtimeMs } = statSync(file);
    if (size === sizeBytes && sumOf(file) === sum) return 'same';
    return Math.abs(mtimeMs - changedAtMs) < clockStepMs ? 'rotten' : 'changed';
  } catch {
    return 'none';
  }
}

/** Removes the seal before the file is written, on the disk as well: a seal that outlives a change would be a lie. */
export function breakSeal(file: string): void {
  const seal = sealOf(file);
  if (!existsSync(seal)) return;
  rmSync(seal, { force: true });
  // Windows has no way to open a folder for this.
  if (process.platform === 'win32') return;
  const handle = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
