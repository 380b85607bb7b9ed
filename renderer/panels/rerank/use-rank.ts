import type { DraftInput } from '#shared/contract/exchanges.ts';
import { planBatches, usualBatch } from '../../lib/corpus/batches.ts';
import { embeddingDraft } from '../../lib/corpus/embedding-draft.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { selectedPlace } from '../../lib/gateway/origin/work-origin.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { firstBlocker } from '../../lib/runs/send-blocker.ts';
import { filled, isRunning, type RankParameters } from './model/rank-set.ts';
import { rerankDraft } from './model/rerank-draft.ts';
import { lab, useSet } from './rerank.ts';
import { useHome } from './use-home.ts';
import { showView } from './view.ts';

/** Sending the open set: how many documents are sent, why it cannot be sent, and the press itself. */
export function useRank() {
  const { rerank: t, pieces } = useStrings();
  const active = useActive();
  const { connection } = active;
  const { mustChoose } = useHome();
  const { query, documents, model, parameters, retrieval, outcome } = useSet();
  const count = filled(documents).length;
  const odd = unexpectedNumber(parameters);
  const blocker = firstBlocker([
    [!connection, t.needs.connection, { place: 'key' }],
    [mustChoose, pieces.origin.needsChoice, { place: 'origin' }],
    [!model, t.needs.model, { place: 'model' }],
    [query.trim() === '', t.needs.query, { place: 'query' }],
    [count === 0, t.needs.documents, { place: 'documents' }],
    [retrieval.on && !retrieval.model, t.needs.retrievalModel, { place: 'retrieval-model', inParameters: true }],
    [odd !== null, t.needs.number(odd ?? ''), { parameter: odd ?? '' }],
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
      void lab().rank(place);
    },
  };
}

/** The first ticked number that is none; `null` when all are fine. A number that is only odd is the person's choice. */
function unexpectedNumber({ topN, maxChunks, overlapTokens }: RankParameters): string | null {
  if (topN !== null && !Number.isInteger(topN)) return 'top_n';
  if (maxChunks.on && !Number.isInteger(maxChunks.value)) return 'max_chunks_per_doc';
  if (overlapTokens.on && !Number.isInteger(overlapTokens.value)) return 'overlap_tokens';
  return null;
}

/** The first request that a press would send, for the preview; `null` while there is nothing to send. */
export function useNextDraft(): DraftInput | null {
  const { connection, key } = useActive();
  const { query, documents, model, parameters, retrieval } = useSet();
  const { mustChoose } = useHome();
  const texts = filled(documents).map(({ text }) => text);
  if (!connection || mustChoose || texts.length === 0) return null;
  const place = { connectionId: connection.id, keyId: key?.id };
  if (!retrieval.on) return rerankDraft({ ...place, model, query, texts, parameters });
  const all = [query, ...texts];
  const [first = []] = planBatches(all, usualBatch);
  return embeddingDraft(
    { ...place, model: retrieval.model },
    first.map((at) => all[at] ?? ''),
  );
}
