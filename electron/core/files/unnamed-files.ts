import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CoreFacts } from '../store/core-facts.ts';
import type { Database } from '../store/database.ts';
import type { FileStore } from './file-store.ts';

type Files = Pick<FileStore, 'find' | 'remove'>;

/** Matches file ids in any text: documents of the page may contain them anywhere. */
const idPattern = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** Texts that can contain an id, read in windows of rows; those that change most often are last. */
const places = [
  // Most exchanges name no file, and reading their details would take long.
  `SELECT detail AS text FROM exchanges WHERE rowid > :after AND rowid <= :until AND instr(detail, '"fileId"') > 0`,
  'SELECT cell AS text FROM check_cells WHERE rowid > :after AND rowid <= :until',
  'SELECT input AS text FROM check_runs WHERE rowid > :after AND rowid <= :until',
  'SELECT input AS text FROM check_sets WHERE rowid > :after AND rowid <= :until',
  'SELECT head AS text FROM compare_cells WHERE rowid > :after AND rowid <= :until',
  'SELECT input AS text FROM compare_runs WHERE rowid > :after AND rowid <= :until',
  `SELECT facts || depth || coalesce(file_id, '') AS text FROM tasks WHERE rowid > :after AND rowid <= :until`,
  'SELECT file_id AS text FROM exchange_exports WHERE rowid > :after AND rowid <= :until',
  'SELECT value AS text FROM settings WHERE rowid > :after AND rowid <= :until',
  'SELECT content AS text FROM conversation_parts WHERE rowid > :after AND rowid <= :until',
  'SELECT content AS text FROM conversations WHERE rowid > :after AND rowid <= :until',
] as const;
const rowsAtOnce = 200;
/** A file that nothing names yet may be one that a page is about to reference in a document. */
const youngMs = 86_400_000;
const sweptFrom = 'files-swept-from';

/** Returns the ids that occur in these texts. */
export const fileIdsIn = (...texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.match(idPattern) ?? []);

/**
 * Removes those of these files that no document, exchange, task, check or preference references: the remains of a
 * deleted document or exchange. Ids without a stored file are skipped.
 */
export async function removeUnnamed(db: Pick<Database, 'sql'>, files: Files, ids: Iterable<string>): Promise<void> {
  const stored = new Set([...ids].filter((id) => files.find(id) !== null));
  for (const id of await withoutName(db, stored)) await files.remove(id);
}

/**
 * Removes every file that nothing references and that is a day old, such as the previous image of a document that got a
 * new one. Only while no other process has the folder open, because its page may hold a file that is not saved in a
 * document yet. Files older than a repair of the history are kept: their references may have been lost.
 *
 * @param isSure false while the clock may be wrong: nothing is removed then.
 */
export async function sweepUnnamed(
  db: Pick<Database, 'sql' | 'saving' | 'wasReplaced'>,
  files: Files,
  facts: CoreFacts,
  now: number,
  isSure = true,
): Promise<void> {
  if (!db.saving) return;
  if (db.wasReplaced) facts.write(sweptFrom, String(now));
  const isAlone = db.sql.prepare('SELECT count(*) AS count FROM processes').get()?.count === 1;
  if (!isAlone || !isSure) return;
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
