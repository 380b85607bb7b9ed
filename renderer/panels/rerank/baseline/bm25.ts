import { useEffect, useState } from 'react';
import { pauses } from '../../../lib/corpus/pauses.ts';
import { bm25Order, type Order } from '../model/orders.ts';
import type { Outcome, RankDocument } from '../model/rank-set.ts';

/** How soon repeated terms saturate, and how much a long document is penalized: the defaults of Lucene. */
const k1 = 1.2;
const b = 0.75;

/** The terms of a list of documents. */
export interface Bm25Index {
  /** By term: the documents that contain it, by index, and how often. */
  postings: ReadonlyMap<string, readonly [place: number, count: number][]>;
  /** Terms per document. */
  lengths: readonly number[];
  averageLength: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Returns the words of a text in lower case, in any script; one without spaces is split by the system's dictionary. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC').toLowerCase()))
    if (isWordLike) terms.push(segment);
  return terms;
}

/** Indexes documents on the page without blocking it. */
export async function indexDocuments(texts: readonly string[]): Promise<Bm25Index> {
  const pause = pauses();
  const postings = new Map<string, [number, number][]>();
  const lengths: number[] = [];
  for (const [place, text] of texts.entries()) {
    const terms = termsOf(text);
    lengths.push(terms.length);
    for (const term of terms) {
      const known = postings.get(term);
      const last = known?.at(-1);
      if (!known) postings.set(term, [[place, 1]]);
      else if (last?.[0] === place) last[1] += 1;
      else known.push([place, 1]);
    }
    await pause();
  }
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return { postings, lengths, averageLength: total / Math.max(1, lengths.length) };
}

/**
 * Returns the BM25 score of every document for a query, by index; 0 where no term matches. A term that the query repeats
 * counts each time. The rarity of a term is Lucene's, ln(1 + (N − n + 0.5) / (n + 0.5)), which is never negative.
 */
export function bm25Scores({ postings, lengths, averageLength }: Bm25Index, query: string): number[] {
  const scores = lengths.map(() => 0);
  for (const term of termsOf(query)) {
    const found = postings.get(term) ?? [];
    const rarity = Math.log(1 + (lengths.length - found.length + 0.5) / (found.length + 0.5));
    for (const [place, count] of found) {
      const length = 1 - b + (b * (lengths[place] ?? 0)) / averageLength;
      scores[place] = (scores[place] ?? 0) + (rarity * count * (k1 + 1)) / (count + k1 * length);
    }
  }
  return scores;
}

/** Indexes of lists of documents; the outcomes of one run share their list. */
const indexes = new WeakMap<readonly RankDocument[], Promise<Bm25Index>>();

/** Returns the index of a list of documents, which is computed once. */
export function indexOf(documents: readonly RankDocument[]): Promise<Bm25Index> {
  const known = indexes.get(documents);
  if (known) return known;
  const index = indexDocuments(documents.map(({ text }) => text));
  indexes.set(documents, index);
  return index;
}

/** Orders by index and query: an outcome that changes while it runs keeps its order. */
const orders = new WeakMap<Bm25Index, Map<string, Order>>();

/** Returns the BM25 order of an outcome's documents, whose index this is, for its query. */
export function baselineOrder(outcome: Outcome, index: Bm25Index): Order {
  const known = orders.get(index) ?? new Map<string, Order>();
  orders.set(index, known);
  const order = known.get(outcome.query) ?? bm25Order(outcome, bm25Scores(index, outcome.query));
  known.set(outcome.query, order);
  return order;
}

/** Returns the indexes of these outcomes' documents that are there; each is computed when it is first needed. */
export function useIndexes(outcomes: readonly Outcome[], isWanted: boolean): ReadonlyMap<unknown, Bm25Index> {
  const [found, setFound] = useState<ReadonlyMap<unknown, Bm25Index>>(new Map());
  const lists = [...new Set(outcomes.map(({ documents }) => documents))];
  const missing = isWanted ? lists.find((documents) => !found.has(documents)) : undefined;
  useEffect(() => {
    if (!missing) return undefined;
    let isCurrent = true;
    void indexOf(missing).then((index) => {
      if (isCurrent) setFound((before) => new Map([...before, [missing, index]]));
    });
    return () => {
      isCurrent = false;
    };
  }, [missing]);
  return found;
}

/** Returns the BM25 order of an outcome; `null` while it is not wanted or not computed. */
export function useBaseline(outcome: Outcome | null, isWanted: boolean): Order | null {
  const indexes = useIndexes(outcome ? [outcome] : [], isWanted);
  const index = outcome && isWanted ? indexes.get(outcome.documents) : undefined;
  return outcome && index ? baselineOrder(outcome, index) : null;
}
