import type { DraftInput } from '#shared/contract/exchanges.ts';
import { planBatches, usualBatch } from '../../lib/corpus/batches.ts';
import { embeddingDraft } from '../../lib/corpus/embedding-draft.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { filled } from './model/rank-set.ts';
import { rerankDraft } from './model/rerank-draft.ts';
import { useSet } from './rerank.ts';
import { useHome } from './use-home.ts';

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
