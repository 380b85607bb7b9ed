import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#core/store/database.ts';
import { makeBackup } from '#core/store/maintenance/automatic-backups.ts';

export const rows = 600;
export const textOf = (row: number) => JSON.stringify(`${row} `.repeat(60 + (row % 90)));

/** Numbers below a limit, the same ones for the same seed. */
export function chances(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface IntactFolder {
  /** A copy that a test may damage. */
  copy(): string;
  remove(): void;
}

/** A cleanly closed data folder, with a backup of all of its rows. */
export function makeIntactFolder(): IntactFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bar-'));
  const intact = path.join(folder, 'intact');
  const db = openDatabase(intact);
  const write = db.sql.prepare('INSERT INTO settings (name, value) VALUES (?, ?)');
  db.transaction(() => {
    for (let row = 0; row < rows; row += 1) write.run(`setting ${row}`, textOf(row));
  });
  makeBackup(intact, path.join(intact, 'patchbay.db'), Date.now());
  db.close();
  let copies = 0;
  return {
    copy() {
      copies += 1;
      const copy = path.join(folder, `copy-${copies}`);
      cpSync(intact, copy, { recursive: true, preserveTimestamps: true });
      return copy;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Changes the bytes of a file like a failing disk, without a write by any program. */
export function rot(file: string, change: (bytes: Buffer) => Buffer): void {
  const { atimeMs, mtimeMs } = statSync(file);
  writeFileSync(file, change(readFileSync(file)));
  utimesSync(file, atimeMs / 1000, mtimeMs / 1000);
}
