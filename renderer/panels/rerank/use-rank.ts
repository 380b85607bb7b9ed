import { useStore } from 'zustand';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { defaultBatch, planBatches } from '../../lib/corpus/batches.ts';
import { embeddingDraft } from '../../lib/corpus/embed-request.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import {
  type SelectedPlace,
  selectedPlace,
  useMustChoose,
  type WorkOrigin,
} from '../../lib/gateway/origin/work-origin.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { firstBlocker } from '../../lib/runs/send-blocker.ts';
import { rerankDraft } from './model/call.ts';
import { countQueries, isSetRunning, queriesOf } from './model/queries.ts';
import { filled, holdsRanking, isRunning, originOf, type RankParameters, type RankSet } from './model/rank-set.ts';
import { rankStore, showView, usePlanned, useSet, useView } from './store.ts';

export interface Home {
  /** Where the shown ranking was made; `null` while there is none. */
  origin: WorkOrigin | null;
  /** Where the user moved the set to. */
  movedTo: SelectedPlace | null;
  /** Nothing is sent until the user chooses where. */
  mustChoose: boolean;
}

/** Returns where the open set belongs, and what is selected for the page. */
export function useHome(): Home {
  const set = useSet();
  const movedTo = useStore(rankStore(), ({ moved }) => moved[set.id] ?? null);
  const isRanked = set.outcome !== null && (holdsRanking(set.outcome) || isRunning(set.outcome));
  const origin = isRanked ? originOf(set) : null;
  return { origin, movedTo, mustChoose: useMustChoose(origin, movedTo) };
}

/** Up to this many requests are sent without a question. */
const maxUnasked = 50;

/** What a run of some queries of a set would send. */
export interface RunPlan {
  queries: number;
  models: number;
  documents: number;
  /** Requests that rank, and those that embed before. */
  rankings: number;
  embeddings: number;
}

/** @param queryIds the queries that would be ranked; all of them by default. */
export function planRun(set: RankSet, queryIds?: readonly number[]): RunPlan {
  const asked = textsToAsk(set, queryIds);
  const texts = filled(set.documents).map(({ text }) => text);
  const models = set.secondModel ? 2 : 1;
  return {
    queries: asked.length,
    models,
    documents: set.retrieval.on ? Math.min(set.retrieval.k, texts.length) : texts.length,
    rankings: asked.length * models,
    embeddings: set.retrieval.on ? planBatches([...asked, ...texts], defaultBatch).length : 0,
  };
}

const textsToAsk = (set: RankSet, queryIds?: readonly number[]): string[] =>
  queriesOf(set)
    .filter(({ queryId, query }) => query.trim() !== '' && (queryIds?.includes(queryId) ?? true))
    .map(({ query }) => query);

/** Returns how much of the open set would be sent, why it cannot be sent, and the function that sends it. */
export function useRank() {
  const { rerank: t, pieces } = useStrings();
  const active = useActive();
  const { connection } = active;
  const { mustChoose } = useHome();
  const set = useSet();
  const { documents, model, parameters, retrieval } = set;
  const count = filled(documents).length;
  const queries = textsToAsk(set).length;
  const invalidField = unexpectedNumber(parameters);
  const blocker = firstBlocker([
    [!connection, t.needs.connection, { place: 'key' }],
    [mustChoose, pieces.origin.needsChoice, { place: 'origin' }],
    [!model, t.needs.model, { place: 'model' }],
    [queries === 0, t.needs.query, { place: 'query' }],
    [count === 0, t.needs.documents, { place: 'documents' }],
    [retrieval.on && !retrieval.model, t.needs.retrievalModel, { place: 'retrieval-model', inParameters: true }],
    [invalidField !== null, t.needs.number(invalidField ?? ''), { parameter: invalidField ?? '' }],
  ]);
  const running = isSetRunning(set);
  const send = (queryIds?: readonly number[]) => {
    const place = selectedPlace(active);
    if (!place || blocker || running) return;
    if (countQueries(set) === 1) showView('result');
    else if (useView.getState().view === 'documents') showView('queries');
    void rankStore().rank(place, queryIds);
  };
  return {
    blocker,
    running,
    /** Documents that would be sent, and queries that have text. */
    count,
    queries,
    /** Sends without a question. */
    send,
    /** Sends, after a question where there are many requests. Without `queryIds` every query is ranked. */
    start(queryIds?: readonly number[]) {
      if (blocker || running) return;
      const { rankings, embeddings } = planRun(set, queryIds);
      if (rankings + embeddings > maxUnasked) usePlanned.setState({ planned: { queryIds } });
      else send(queryIds);
    },
  };
}

/** Returns the first field in use that is not an integer; `null` when all are valid. Unusual numbers are left to the user. */
function unexpectedNumber({ topN, maxChunks, overlapTokens }: RankParameters): string | null {
  if (topN !== null && !Number.isInteger(topN)) return 'top_n';
  if (maxChunks.on && !Number.isInteger(maxChunks.value)) return 'max_chunks_per_doc';
  if (overlapTokens.on && !Number.isInteger(overlapTokens.value)) return 'overlap_tokens';
  return null;
}

/** Returns the first request that would be sent, for the preview; `null` while there is nothing to send. */
export function useNextDraft(): DraftInput | null {
  const { connection, key } = useActive();
  const set = useSet();
  const { query, documents, model, parameters, retrieval } = set;
  const { mustChoose } = useHome();
  const texts = filled(documents).map(({ text }) => text);
  if (!connection || mustChoose || texts.length === 0) return null;
  const place = { connectionId: connection.id, keyId: key?.id };
  if (!retrieval.on) return rerankDraft({ ...place, model, query, texts, parameters });
  const asked = textsToAsk(set);
  const all = [...(asked.length > 0 ? asked : [query]), ...texts];
  const [first = []] = planBatches(all, defaultBatch);
  return embeddingDraft(
    { ...place, model: retrieval.model },
    first.map((at) => all[at] ?? ''),
  );
}
