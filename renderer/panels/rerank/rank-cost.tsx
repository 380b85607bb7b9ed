import { useDeferredValue } from 'react';
import type { Billed } from '#shared/cost/cost.ts';
import { estimateTokens, inputUsage } from '#shared/cost/estimate-tokens.ts';
import { EstimateAll } from '../../lib/cost/estimate.tsx';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { filled } from './model/rank-set.ts';
import { useSet } from './rerank.ts';

/** About how many tokens a ranking would send, and what they cost, after other text. Deferred: typing never waits. */
export function RankCost() {
  const { connection } = useActive();
  const { query, documents, model, secondModel, retrieval } = useDeferredValue(useSet());
  const requests = estimateRank({
    query,
    texts: filled(documents).map(({ text }) => text),
    models: secondModel === null ? [model] : [model, secondModel],
    retrieval: retrieval.on ? retrieval : null,
  });
  return <EstimateAll connectionId={connection?.id} requests={requests} withTokens />;
}

/** Services that charge per search count up to this many documents as one. */
const documentsPerSearch = 100;

interface Ranking {
  query: string;
  texts: readonly string[];
  /** The models that rank the documents. */
  models: readonly string[];
  /** The model that selects the nearest `k` documents first. */
  retrieval: { model: string; k: number } | null;
}

/**
 * Returns what the requests of a ranking would use. A reranker reads the query once per document. Which documents a
 * retrieval selects is not known before, so they are taken to be of average length.
 */
export function estimateRank({ query, texts, models, retrieval }: Ranking): { model: string; billed: Billed }[] {
  const perQuery = estimateTokens(query);
  const all = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const count = retrieval ? Math.min(retrieval.k, texts.length) : texts.length;
  const ranked = texts.length === 0 ? 0 : (all * count) / texts.length + perQuery * count;
  const billed = (tokens: number, searchUnits: number): Billed => ({
    usage: { ...inputUsage(Math.ceil(tokens)), units: { searchUnits } },
    images: 0,
    inputImages: 0,
  });
  return [
    ...(retrieval ? [{ model: retrieval.model, billed: billed(perQuery + all, 0) }] : []),
    ...models.map((model) => ({ model, billed: billed(ranked, Math.ceil(count / documentsPerSearch)) })),
  ];
}
