import { useActive } from '../../lib/active.ts';
import { planBatches, usualBatch } from '../../lib/corpus/batches.ts';
import { embeddingDraft } from '../../lib/corpus/embedding-draft.ts';
import { useStrings } from '../../lib/strings.ts';
import { filled, isRunning, type RankParameters } from './model/rank-set.ts';
import { rerankDraft } from './model/rerank-draft.ts';
import { lab, useSet } from './rerank.ts';
import { showView } from './view.ts';

/** Sending the open set: what would go first, why it can not go, and the press itself. */
export function useRank() {
  const t = useStrings().rerank;
  const { connection, key } = useActive();
  const { query, documents, model, parameters, retrieval, outcome } = useSet();
  const texts = filled(documents).map(({ text }) => text);
  const place = connection ? { connectionId: connection.id, keyId: key?.id } : null;
  const [firstBatch = []] = retrieval.on ? planBatches([query, ...texts], usualBatch) : [];
  const draft =
    place &&
    (retrieval.on
      ? embeddingDraft(
          { ...place, model: retrieval.model },
          firstBatch.map((at) => [query, ...texts][at] ?? ''),
        )
      : rerankDraft({ ...place, model, query, texts, parameters }));
  const odd = oddNumber(parameters);
  const blocked = [
    !place && t.needs.connection,
    !model && t.needs.model,
    query.trim() === '' && t.needs.query,
    texts.length === 0 && t.needs.documents,
    retrieval.on && !retrieval.model && t.needs.retrievalModel,
    odd !== null && t.needs.number(odd),
  ].find((reason) => reason !== false);
  const running = isRunning(outcome);
  return {
    draft,
    blocked,
    running,
    count: texts.length,
    start() {
      if (!place || blocked || running) return;
      showView('result');
      void lab().rank(place);
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
