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
 * Narrows a search down to the passages that may contain its terms. It covers passages up to one id; newer ones have to
 * be scanned. Everything in it is derived from the passages, so it can be deleted at any time.
 */
export interface SearchIndex {
  /** Every passage up to this id is indexed; 0 when there is no index. */
  upTo(): number;
  /**
   * Returns ids below `below` that may contain all terms, newest first; `null` when the terms do not narrow anything
   * down.
   */
  candidates(terms: readonly string[], below: number, limit: number): number[] | null;
  /** Adds passages in order of their ids, all or none; returns false when it did not. */
  add(passages: readonly { id: number; text: string }[]): boolean;
  remove(ids: readonly number[]): void;
  close(): void;
}

/** Only this many UTF-16 units of a passage are indexed. */
const indexedLength = 1_000_000;

/**
 * Opens the index of a data folder. It is a separate SQLite file, so that a broken index does not affect the history
 * and a check of the history does not have to read it. It maps trigrams to the passages they occur in: this finds parts
 * of words and text without spaces. It does not contain the text itself.
 *
 * A broken index, or one of another history, is rebuilt. Without full-text search in SQLite it stays empty.
 */
export function openSearchIndex(db: Database, folder: string): SearchIndex {
  const location = db.saving ? path.join(folder, 'search.db') : ':memory:';
  const historyId = historyIdOf(db);
  let sql = openOrRenew(location, historyId);
  /** A broken index must not affect the history: it is rebuilt, and the program continues without it. */
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
        // The trailing newlines form trigrams with the last letters.
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

/** Identifies a history, so that an index is never used for another one. A repaired history is another one. */
function historyIdOf(db: Database): string {
  const facts = createCoreFacts(db);
  const known = facts.read('history-id');
  if (known !== null && !db.wasReplaced) return known;
  const id = randomUUID();
  facts.write('history-id', id);
  return id;
}

/** Returns `null` when this computer cannot have an index. */
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

/** Letters in one trigram of the index. */
const groupLength = 3;

/** More trigrams than this make a query slower and hardly narrower. */
const groupLimit = 48;

/** A short term that starts more trigrams than this occurs in nearly every passage. */
const beginningsLimit = 200;

/** `anything`: the terms do not narrow the search. `nothing`: no indexed passage contains one of them. */
type Match = { kind: 'expression'; text: string } | { kind: 'anything' } | { kind: 'nothing' };

/**
 * Builds a full-text query for the passages that may contain all terms: a term of three letters or more by its
 * trigrams, a shorter one by all trigrams that start with it. All characters in a term are literal.
 *
 * @param sql contains the vocabulary of the index as `temp.groups`.
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

/** One ASCII letter starts so many trigrams that looking them up takes longer than scanning the passages. */
const isPlainLetter = (term: string) => term.length === 1 && term < '\x80';

const groupsBeginningWith = (sql: DatabaseSync, term: string): string[] =>
  sql
    .prepare('SELECT term FROM temp.groups WHERE term >= ? AND term < ? LIMIT ?')
    .all(term, `${term}\u{10ffff}`, beginningsLimit + 1)
    .map((row) => String(row.term));

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
