import type { SQLOutputValue } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SearchHit } from '#shared/contract/library.ts';
import type { Database } from '../store/database.ts';
import { excerptOf } from './excerpt.ts';
import { foldCase } from './fold-case.ts';
import type { SearchIndex } from './search-index.ts';

/** Hits in all, and of one conversation, so that one long conversation does not hide the others. */
const hitLimit = 100;
const hitsPerConversation = 10;
const termLimit = 16;
/** Passages read before other work gets its turn. */
const sliceSize = 400;

interface Question {
  panel: string;
  text: string;
  signal: AbortSignal;
}

/** Finds passages by what a person typed; newest first. */
export type Search = (question: Question) => Promise<SearchHit[]>;

/**
 * A passage is a hit when it holds every word of the question somewhere, in any case of letters, as a word or as part of
 * one. Every sign counts as itself. What the index does not know yet is looked through first: it is the newest.
 */
export function createSearch({ sql }: Database, index: SearchIndex): Search {
  const columns = `SELECT p.id, p.message_id, p.text, p.conversation_id, c.title, c.updated_at
    FROM passages p JOIN conversations c ON c.id = p.conversation_id`;
  const inOrder = sql.prepare(`${columns} WHERE c.panel = ? AND p.id < ? AND p.id > ? ORDER BY p.id DESC LIMIT ?`);
  const byIds = sql.prepare(
    `${columns} WHERE c.panel = ? AND p.id IN (SELECT value FROM json_each(?)) ORDER BY p.id DESC`,
  );

  function* lookThrough(panel: string, from: number, above: number): Generator<Row[]> {
    for (let below = from; ; ) {
      const rows = inOrder.all(panel, below, above, sliceSize);
      yield rows;
      if (rows.length < sliceSize) return;
      below = Number(rows.at(-1)?.id);
    }
  }

  /** Rows that may be hits, in slices, newest first. */
  function* slices(panel: string, terms: readonly string[]): Generator<Row[]> {
    const known = index.upTo();
    yield* lookThrough(panel, Number.MAX_SAFE_INTEGER, known);
    for (let below = known + 1; ; ) {
      const ids = index.candidates(terms, below, sliceSize);
      if (ids === null) return yield* lookThrough(panel, below, 0);
      yield byIds.all(panel, JSON.stringify(ids));
      if (ids.length < sliceSize) return;
      below = ids.at(-1) ?? 0;
    }
  }

  return async ({ panel, text, signal }) => {
    const terms = termsOf(text);
    if (terms.length === 0) return [];
    const hits: SearchHit[] = [];
    const counts = new Map<string, number>();
    for (const rows of slices(panel, terms)) {
      for (const row of rows) {
        const conversationId = String(row.conversation_id);
        const count = counts.get(conversationId) ?? 0;
        if (count === hitsPerConversation) continue;
        const excerpt = excerptOf(String(row.text), terms);
        if (excerpt === null) continue;
        counts.set(conversationId, count + 1);
        hits.push(toHit(row, excerpt));
        if (hits.length === hitLimit) return hits;
      }
      await nextTurn();
      if (signal.aborted) return hits;
    }
    return hits;
  };
}

type Row = Record<string, SQLOutputValue>;

const termsOf = (text: string): string[] => {
  const words = foldCase(text.replace(/\p{Cc}/gu, ' ')).split(/\s+/u);
  return [...new Set(words.filter((word) => word !== ''))].slice(0, termLimit);
};

const toHit = (row: Row, excerpt: string): SearchHit => ({
  conversationId: String(row.conversation_id),
  title: String(row.title),
  messageId: String(row.message_id),
  excerpt,
  updatedAt: Number(row.updated_at),
});
