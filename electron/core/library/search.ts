import type { SQLOutputValue } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SearchHit } from '#shared/contract/library.ts';
import type { Database } from '../store/database.ts';
import type { SearchIndex } from './search-index.ts';

/** Maximum hits in total and per conversation, so that one long conversation does not hide the others. */
const hitLimit = 100;
const hitsPerConversation = 10;
const termLimit = 16;
/** Passages read before other work can run. */
const sliceSize = 400;

interface Query {
  panel: string;
  text: string;
  signal: AbortSignal;
}

/** Finds passages by what a user typed; newest first. */
type Search = (query: Query) => Promise<SearchHit[]>;

/**
 * A passage matches when it contains every word of the query, case-insensitive, as a word or part of one. All
 * characters are literal. Passages that are not indexed yet are scanned first, because they are the newest.
 */
export function createSearch({ sql }: Database, index: SearchIndex): Search {
  const columns = `SELECT p.id, p.message_id, p.text, p.conversation_id, c.title, c.updated_at
    FROM passages p JOIN conversations c ON c.id = p.conversation_id`;
  const inOrder = sql.prepare(`${columns} WHERE c.panel = ? AND p.id < ? AND p.id > ? ORDER BY p.id DESC LIMIT ?`);
  const byIds = sql.prepare(
    `${columns} WHERE c.panel = ? AND p.id IN (SELECT value FROM json_each(?)) ORDER BY p.id DESC`,
  );

  function* scan(panel: string, from: number, above: number): Generator<Row[]> {
    for (let below = from; ; ) {
      const rows = inOrder.all(panel, below, above, sliceSize);
      yield rows;
      if (rows.length < sliceSize) return;
      below = Number(rows.at(-1)?.id);
    }
  }

  /** Yields rows that may match, in slices, newest first. */
  function* slices(panel: string, terms: readonly string[]): Generator<Row[]> {
    const known = index.upTo();
    yield* scan(panel, Number.MAX_SAFE_INTEGER, known);
    for (let below = known + 1; ; ) {
      const ids = index.candidates(terms, below, sliceSize);
      if (ids === null) return yield* scan(panel, below, 0);
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

/** Returns the words of a query in one letter case, each once. */
export const termsOf = (text: string): string[] => {
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

/** UTF-16 units shown before and after the start of the first hit. */
const before = 48;
const after = 152;

const hitStart = '\u0002';
const hitEnd = '\u0003';

type Span = [start: number, end: number];

/**
 * Returns an excerpt around the first hit, on one line, with every hit between U+0002 and U+0003 and an ellipsis where
 * the text continues.
 *
 * @param terms folded with `foldCase`, none of them empty.
 * @returns `null` when the text does not contain every term.
 */
function excerptOf(text: string, terms: readonly string[]): string | null {
  const folded = foldCase(text);
  const first = terms.map((term) => folded.indexOf(term));
  if (first.some((place) => place < 0)) return null;

  const anchor = Math.min(...first);
  const start = atLetter(text, anchor - before);
  const end = atLetter(text, anchor + after);
  const line = text.slice(start, end).replace(/\p{Cc}/gu, ' ');
  let marked = '';
  let done = 0;
  for (const [from, to] of hitsIn(folded.slice(start, end), terms)) {
    marked += `${line.slice(done, from)}${hitStart}${line.slice(from, to)}${hitEnd}`;
    done = to;
  }
  const words = (marked + line.slice(done)).replace(/ {2,}/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${words}${end < text.length ? '…' : ''}`;
}

/** Moves an offset that would split a surrogate pair; keeps it within the text. */
function atLetter(text: string, place: number): number {
  const within = Math.max(0, Math.min(place, text.length));
  const code = text.charCodeAt(within);
  return code >= 0xdc00 && code <= 0xdfff && within > 0 ? within - 1 : within;
}

/** Returns where the terms occur, in order; touching or overlapping spans are merged. */
function hitsIn(folded: string, terms: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const term of terms)
    for (let place = folded.indexOf(term); place >= 0; place = folded.indexOf(term, place + term.length))
      spans.push([place, place + term.length]);
  spans.sort(([first], [second]) => first - second);
  return spans.reduce<Span[]>((joined, span) => {
    const last = joined.at(-1);
    if (last && span[0] <= last[1]) last[1] = Math.max(last[1], span[1]);
    else joined.push(span);
    return joined;
  }, []);
}

/** Lowercases text without changing its length or offsets, so that matches in one are matches in the other. */
export function foldCase(text: string): string {
  const folded = text.toLowerCase();
  if (folded.length === text.length) return folded;
  // A few letters grow when folded, such as the Turkish capital I with a dot.
  return Array.from(text, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  ).join('');
}
