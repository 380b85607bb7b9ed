import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createCoreFacts } from '../store/core-facts.ts';
import type { Database } from '../store/database.ts';
import { connect } from '../store/database-file.ts';
import { createPrivateFile } from '../store/private-file.ts';
import { isDamage } from '../store/storage-failure.ts';

/**
 * Narrows a search down to the passages that may hold its terms. It knows the passages up to one id; newer ones have to
 * be looked through. Everything in it follows from the passages: it can be thrown away at any time.
 */
export interface SearchIndex {
  /** Every passage up to this id is in it; 0 when there is no index. */
  upTo(): number;
  /** Ids below `below` that may hold all terms, newest first; `null` when the terms do not narrow anything down. */
  candidates(terms: readonly string[], below: number, limit: number): number[] | null;
  /** Takes in passages in the order of their ids, all or none; false when it did not. */
  add(passages: readonly { id: number; text: string }[]): boolean;
  remove(ids: readonly number[]): void;
  close(): void;
}

/** Longer passages are found by what stands before this many UTF-16 units. */
const indexedLength = 1_000_000;

/**
 * Opens the index of a data folder, an SQLite file of its own, so that a history with a broken index is still sound and
 * a check of the history does not have to read it. It holds groups of three letters and the passages they occur in: this
 * finds parts of words and writing without spaces. The text itself is not in it.
 *
 * A broken index, or one of another history, is made anew. Without full-text search in SQLite it stays empty.
 */
export function openSearchIndex(db: Database, folder: string): SearchIndex {
  const location = db.saving ? path.join(folder, 'search.db') : ':memory:';
  const historyId = historyIdOf(db);
  let sql = openOrRenew(location, historyId);
  /** A fault of the index is no fault of the history: a broken one is begun anew, and the work goes on without it. */
  const attempt = <T>(work: (sql: DatabaseSync) => T, otherwise: T): T => {
    if (!sql) return otherwise;
    try {
      return work(sql);
    } catch (thrown) {
      if (sql.isTransaction) sql.exec('ROLLBACK');
      if (isDamage(thrown)) {
        sql.close();
        removeFiles(location);
        sql = openOrRenew(location, historyId);
      }
      return otherwise;
    }
  };
  return {
    upTo: () => attempt(readUpTo, 0),
    candidates: (terms, below, limit) =>
      attempt((open) => {
        const match = matchExpression(open, terms);
        if (match.kind === 'anything') return null;
        if (match.kind === 'nothing') return [];
        const found = open
          .prepare(
            'SELECT rowid AS id FROM passage_index WHERE passage_index MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
          )
          .all(match.text, below, limit);
        return found.map(({ id }) => Number(id));
      }, null),
    add: (passages) =>
      attempt((open) => {
        const insert = open.prepare('INSERT INTO passage_index (rowid, text) VALUES (?, ?)');
        open.exec('BEGIN IMMEDIATE');
        const known = readUpTo(open);
        // The blanks give the last letters groups of their own.
        for (const { id, text } of passages) if (id > known) insert.run(id, `${text.slice(0, indexedLength)}\n\n`);
        writeFact(open, 'up-to', String(Math.max(known, passages.at(-1)?.id ?? 0)));
        open.exec('COMMIT');
        return true;
      }, false),
    remove: (ids) =>
      attempt((open) => {
        const known = readUpTo(open);
        const indexed = ids.filter((id) => id <= known);
        const remove = 'DELETE FROM passage_index WHERE rowid IN (SELECT value FROM json_each(?))';
        if (indexed.length > 0) open.prepare(remove).run(JSON.stringify(indexed));
      }, undefined),
    close() {
      if (sql?.isOpen) sql.close();
    },
  };
}

/** Tells histories apart, so that an index never answers for another one. A repaired history is another one. */
function historyIdOf(db: Database): string {
  const facts = createCoreFacts(db);
  const known = facts.read('history-id');
  if (known !== null && !db.wasReplaced) return known;
  const id = randomUUID();
  facts.write('history-id', id);
  return id;
}

/** `null` when this computer can not have an index. */
function openOrRenew(location: string, historyId: string): DatabaseSync | null {
  for (const removeFirst of [false, true])
    try {
      if (removeFirst) removeFiles(location);
      return openFor(location, historyId);
    } catch (thrown) {
      if (!isDamage(thrown)) return null;
    }
  return null;
}

function openFor(location: string, historyId: string): DatabaseSync {
  if (location !== ':memory:') createPrivateFile(location);
  const sql = connect(location);
  try {
    sql.exec('PRAGMA journal_mode = WAL');
    sql.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
    if (readFact(sql, 'history-id') !== historyId) {
      sql.exec('DROP TABLE IF EXISTS passage_index');
      sql.exec(
        `CREATE VIRTUAL TABLE passage_index
         USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram', detail = none)`,
      );
      writeFact(sql, 'up-to', '0');
      writeFact(sql, 'history-id', historyId);
    }
    sql.exec('COMMIT');
    sql.exec('CREATE VIRTUAL TABLE temp.groups USING fts5vocab (main, passage_index, row)');
    return sql;
  } catch (thrown) {
    sql.close();
    throw thrown;
  }
}

function removeFiles(location: string): void {
  if (location === ':memory:') return;
  for (const end of ['', '-wal', '-shm']) rmSync(location + end, { force: true });
}

function readFact(sql: DatabaseSync, name: string): string | null {
  const row = sql.prepare('SELECT value FROM facts WHERE name = ?').get(name);
  return row ? String(row.value) : null;
}

function writeFact(sql: DatabaseSync, name: string, value: string): void {
  sql.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)').run(name, value);
}

const readUpTo = (sql: DatabaseSync) => Number(readFact(sql, 'up-to') ?? 0);

/** Letters in one group of the index. */
const groupLength = 3;

/** More groups than this make a query slower and hardly narrower. */
const groupLimit = 48;

/** A short term that begins more groups than this is in nearly every passage. */
const beginningsLimit = 200;

/** `anything`: the terms do not narrow a search down. `nothing`: no indexed passage holds one of them. */
type Match = { kind: 'expression'; text: string } | { kind: 'anything' } | { kind: 'nothing' };

/**
 * A full-text query for the passages that may hold all terms: a term of three letters or more by its groups, a shorter
 * one by all groups that begin with it. Every sign in a term is taken as it is.
 *
 * @param sql holds the vocabulary of the index as `temp.groups`.
 */
function matchExpression(sql: DatabaseSync, terms: readonly string[]): Match {
  const groups = new Set<string>();
  const choices: string[] = [];
  for (const term of terms) {
    const letters = [...term];
    if (letters.length >= groupLength)
      for (let place = 0; place + groupLength <= letters.length && groups.size < groupLimit; place++)
        groups.add(letters.slice(place, place + groupLength).join(''));
    else if (!isPlainLetter(term)) {
      const beginnings = groupsBeginningWith(sql, term);
      if (beginnings.length === 0) return { kind: 'nothing' };
      if (beginnings.length <= beginningsLimit) choices.push(`(${beginnings.map(quote).join(' OR ')})`);
    }
  }
  const all = [...[...groups].map(quote), ...choices];
  return all.length > 0 ? { kind: 'expression', text: all.join(' AND ') } : { kind: 'anything' };
}

/** One letter of ASCII begins so many groups that they take longer to find than the passages. */
const isPlainLetter = (term: string) => term.length === 1 && term < '\x80';

const groupsBeginningWith = (sql: DatabaseSync, term: string): string[] =>
  sql
    .prepare('SELECT term FROM temp.groups WHERE term >= ? AND term < ? LIMIT ?')
    .all(term, `${term}\u{10ffff}`, beginningsLimit + 1)
    .map((row) => String(row.term));

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
