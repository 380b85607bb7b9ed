import { useDeferredValue } from 'react';
import type { Billed } from '#shared/cost/cost.ts';
import { estimateTokens, inputUsage } from '#shared/cost/estimate-tokens.ts';
import { EstimateAll } from '../../lib/cost/estimate.tsx';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { queriesOf } from './model/queries.ts';
import { filled, type RankSet } from './model/rank-set.ts';
import { usePlanned, useSet } from './store.ts';
import { planRun, useRank } from './use-rank.ts';

/** About how many tokens a ranking would send, and what they cost, after other text. Deferred: typing never waits. */
export function RankCost() {
  const { connection } = useActive();
  const set = useDeferredValue(useSet());
  return <EstimateAll connectionId={connection?.id} requests={estimateSet(set)} withTokens />;
}

/** @param queryIds the queries that would be ranked; all of them by default. */
function estimateSet(set: RankSet, queryIds?: readonly number[]): ReturnType<typeof estimateRank> {
  const { documents, model, secondModel, retrieval } = set;
  const queries = queriesOf(set).filter(({ queryId }) => queryIds?.includes(queryId) ?? true);
  const withText = queries.filter(({ query }) => query.trim() !== '');
  return estimateRank({
    queries: (withText.length > 0 ? withText : queries.slice(0, 1)).map(({ query }) => query),
    texts: filled(documents).map(({ text }) => text),
    models: secondModel === null ? [model] : [model, secondModel],
    retrieval: retrieval.on ? retrieval : null,
  });
}

/** Services that charge per search count up to this many documents as one. */
const documentsPerSearch = 100;

interface Ranking {
  queries: readonly string[];
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
export function estimateRank({ queries, texts, models, retrieval }: Ranking): { model: string; billed: Billed }[] {
  const asked = queries.reduce((sum, query) => sum + estimateTokens(query), 0);
  const all = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const count = retrieval ? Math.min(retrieval.k, texts.length) : texts.length;
  const ranked = texts.length === 0 ? 0 : (all * count * queries.length) / texts.length + asked * count;
  const billed = (tokens: number, searchUnits: number): Billed => ({
    usage: { ...inputUsage(Math.ceil(tokens)), units: { searchUnits } },
    images: 0,
    inputImages: 0,
  });
  return [
    ...(retrieval ? [{ model: retrieval.model, billed: billed(asked + all, 0) }] : []),
    ...models.map((model) => ({
      model,
      billed: billed(ranked, queries.length * Math.ceil(count / documentsPerSearch)),
    })),
  ];
}

/** Asks before many requests are sent: how many they are, and about what they use. */
export function ConfirmRun() {
  const t = useStrings().rerank.queries.confirm;
  const set = useSet();
  const { connection } = useActive();
  const { send } = useRank();
  const { planned } = usePlanned();
  if (!planned) return null;
  const { queries, models, documents, rankings, embeddings } = planRun(set, planned.queryIds);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || usePlanned.setState({ planned: null })}
      title={t.title(rankings + embeddings)}
      body={
        <>
          <p>
            {t.body(queries, models, documents)} {embeddings > 0 && t.embeddings(embeddings)}
          </p>
          <p>
            <EstimateAll connectionId={connection?.id} requests={estimateSet(set, planned.queryIds)} withTokens alone />
          </p>
          <p>{t.stop}</p>
        </>
      }
      confirmLabel={t.send}
      cancelLabel={t.cancel}
      onConfirm={() => send(planned.queryIds)}
    />
  );
}
