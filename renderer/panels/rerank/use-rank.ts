import { useActive } from '../../lib/active.ts';
import { useStrings } from '../../lib/strings.ts';
import { filled, isRunning, type RankParameters } from './model/rank-set.ts';
import { lab, useSet } from './rerank.ts';
import { showView } from './view.ts';

/** Sending the open set: how many documents go, why it can not go, and the press itself. */
export function useRank() {
  const t = useStrings().rerank;
  const { connection, key } = useActive();
  const { query, documents, model, parameters, retrieval, outcome } = useSet();
  const count = filled(documents).length;
  const odd = oddNumber(parameters);
  const blocked = [
    !connection && t.needs.connection,
    !model && t.needs.model,
    query.trim() === '' && t.needs.query,
    count === 0 && t.needs.documents,
    retrieval.on && !retrieval.model && t.needs.retrievalModel,
    odd !== null && t.needs.number(odd),
  ].find((reason) => reason !== false);
  const running = isRunning(outcome);
  return {
    blocked,
    running,
    count,
    start() {
      if (!connection || blocked || running) return;
      showView('result');
      void lab().rank({ connectionId: connection.id, keyId: key?.id });
    },
  };
}

/** The first ticked number that is none; `null` when all are fine. A number that is only odd is the person's choice. */
function oddNumber({ topN, maxChunks, overlapTokens }: RankParameters): string | null {
  if (topN !== null && !Number.isInteger(topN)) return 'top_n';
  if (maxChunks.on && !Number.isInteger(maxChunks.value)) return 'max_chunks_per_doc';
  if (overlapTokens.on && !Number.isInteger(overlapTokens.value)) return 'overlap_tokens';
  return null;
}
