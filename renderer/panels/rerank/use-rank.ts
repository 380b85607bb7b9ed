import { useStore } from 'zustand';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { defaultBatch, planBatches } from '../../lib/corpus/batches.ts';
import { embeddingDraft } from '../../lib/corpus/embedding-draft.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import {
  type SelectedPlace,
  selectedPlace,
  useMustChoose,
  type WorkOrigin,
} from '../../lib/gateway/origin/work-origin.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { firstBlocker } from '../../lib/runs/send-blocker.ts';
import { filled, holdsRanking, isRunning, originOf, type RankParameters } from './model/rank-set.ts';
import { rerankDraft } from './model/rerank-draft.ts';
import { rankStore, showView, useSet } from './rerank.ts';

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

/** Returns how many documents of the open set would be sent, why it cannot be sent, and the function that sends it. */
export function useRank() {
  const { rerank: t, pieces } = useStrings();
  const active = useActive();
  const { connection } = active;
  const { mustChoose } = useHome();
  const { query, documents, model, parameters, retrieval, outcome } = useSet();
  const count = filled(documents).length;
  const invalidField = unexpectedNumber(parameters);
  const blocker = firstBlocker([
    [!connection, t.needs.connection, { place: 'key' }],
    [mustChoose, pieces.origin.needsChoice, { place: 'origin' }],
    [!model, t.needs.model, { place: 'model' }],
    [query.trim() === '', t.needs.query, { place: 'query' }],
    [count === 0, t.needs.documents, { place: 'documents' }],
    [retrieval.on && !retrieval.model, t.needs.retrievalModel, { place: 'retrieval-model', inParameters: true }],
    [invalidField !== null, t.needs.number(invalidField ?? ''), { parameter: invalidField ?? '' }],
  ]);
  const running = isRunning(outcome);
  return {
    blocker,
    running,
    count,
    start() {
      const place = selectedPlace(active);
      if (!place || blocker || running) return;
      showView('result');
      void rankStore().rank(place);
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
  const { query, documents, model, parameters, retrieval } = useSet();
  const { mustChoose } = useHome();
  const texts = filled(documents).map(({ text }) => text);
  if (!connection || mustChoose || texts.length === 0) return null;
  const place = { connectionId: connection.id, keyId: key?.id };
  if (!retrieval.on) return rerankDraft({ ...place, model, query, texts, parameters });
  const all = [query, ...texts];
  const [first = []] = planBatches(all, defaultBatch);
  return embeddingDraft(
    { ...place, model: retrieval.model },
    first.map((at) => all[at] ?? ''),
  );
}
