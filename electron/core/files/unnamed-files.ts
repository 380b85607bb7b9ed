import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CoreFacts } from '../store/core-facts.ts';
import type { Database } from '../store/database.ts';
import type { FileStore } from './file-store.ts';

type Files = Pick<FileStore, 'find' | 'remove'>;

/** Ids of files as they stand in a text: documents of the page name them where they like. */
const idPattern = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** Texts in which an id can stand, a window of rows at a time; the last ones change most often. */
const places = [
  // Most exchanges name no file, and reading their details would take long.
  `SELECT detail AS text FROM exchanges WHERE rowid > :after AND rowid <= :until AND instr(detail, '"fileId"') > 0`,
  'SELECT cell AS text FROM check_cells WHERE rowid > :after AND rowid <= :until',
  'SELECT input AS text FROM check_runs WHERE rowid > :after AND rowid <= :until',
  'SELECT input AS text FROM check_sets WHERE rowid > :after AND rowid <= :until',
  `SELECT facts || depth || coalesce(file_id, '') AS text FROM tasks WHERE rowid > :after AND rowid <= :until`,
  'SELECT file_id AS text FROM exchange_exports WHERE rowid > :after AND rowid <= :until',
  'SELECT value AS text FROM settings WHERE rowid > :after AND rowid <= :until',
  'SELECT content AS text FROM conversations WHERE rowid > :after AND rowid <= :until',
] as const;
const rowsAtOnce = 200;
/** A file that nothing names yet may be one that a page is about to write into a document. */
const youngMs = 86_400_000;
const sweptFrom = 'files-swept-from';

/** Ids that stand in these texts. */
export const fileIdsIn = (...texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.match(idPattern) ?? []);

/**
 * Removes those of these files that no document, exchange, task, check or preference names: what a deleted document or
 * exchange left behind. Ids of which no file is stored are passed over.
 */
export async function removeUnnamed(db: Pick<Database, 'sql'>, files: Files, ids: Iterable<string>): Promise<void> {
  const stored = new Set([...ids].filter((id) => files.find(id) !== null));
  for (const id of await withoutName(db, stored)) await files.remove(id);
}

/**
 * Removes every file that nothing names and that is a day old, such as the earlier picture of a document that got
 * another one. Only while no other process has the folder open, whose page may hold a file that it has not written down.
 * Files that are older than a repair of the history stay: what named them may be what was lost.
 */
export async function sweepUnnamed(
  db: Pick<Database, 'sql' | 'saving' | 'wasReplaced'>,
  files: Files,
  facts: CoreFacts,
  now: number,
): Promise<void> {
  if (!db.saving) return;
  if (db.wasReplaced) facts.write(sweptFrom, String(now));
  const isAlone = db.sql.prepare('SELECT count(*) AS count FROM processes').get()?.count === 1;
  if (!isAlone) return;
  const old = db.sql
    .prepare('SELECT id FROM files WHERE created_at > ? AND created_at < ?')
    .all(Number(facts.read(sweptFrom) ?? 0), now - youngMs);
  await removeUnnamed(
    db,
    files,
    old.map(({ id }) => String(id)),
  );
}

async function withoutName({ sql }: Pick<Database, 'sql'>, ids: Set<string>): Promise<Set<string>> {
  const shown = sql.prepare(
    'SELECT 1 FROM exchange_media WHERE file_id = ? AND exchange_id IN (SELECT id FROM exchanges)',
  );
  const left = new Set([...ids].filter((id) => shown.get(id) === undefined));
  for (const place of places) {
    const table = /FROM (\w+)/.exec(place)?.[1];
    const last = Number(sql.prepare(`SELECT coalesce(max(rowid), 0) AS last FROM ${table}`).get()?.last);
    const read = sql.prepare(place);
    for (let after = 0; after < last && left.size > 0; after += rowsAtOnce) {
      for (const { text } of read.iterate({ after, until: after + rowsAtOnce }))
        for (const id of fileIdsIn(String(text))) left.delete(id);
      await nextTurn();
    }
  }
  return left;
}
