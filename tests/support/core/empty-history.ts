import type { Buffer } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '#core/store/database.ts';

let history: Buffer | undefined;

/**
 * Creates an empty history in a new data folder. The first one in a process is really created, and the next ones are copies
 * of it: creating one, with every step of its schema, takes longer than most tests.
 */
export function withEmptyHistory(folder: string): string {
  const file = path.join(folder, 'patchbay.db');
  if (history === undefined) {
    openDatabase(folder).close();
    history = readFileSync(file);
  } else {
    writeFileSync(file, history, { mode: 0o600 });
  }
  return folder;
}
