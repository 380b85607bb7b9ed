import { useEffect, useState } from 'react';
import { bm25Order, type Order } from '../model/orders.ts';
import type { Outcome, RankDocument } from '../model/rank-set.ts';
import { type Bm25Index, bm25Scores, indexDocuments } from './bm25.ts';

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
