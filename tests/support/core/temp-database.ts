import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '#core/store/database.ts';
import { withEmptyHistory } from './empty-history.ts';
import { tempFolder } from './temp-folder.ts';

/** Opens the database of a folder, by default a fresh one, until the test is over. */
export function tempDatabase(folder = withEmptyHistory(tempFolder())): Database & { folder: string } {
  const db = openDatabase(folder);
  onTestFinished(() => db.close());
  return { ...db, folder };
}
