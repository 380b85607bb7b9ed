import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { RankParameters } from './rank-set.ts';

export interface RerankSpec {
  connectionId: string;
  keyId: string | undefined;
  model: string;
  query: string;
  texts: readonly string[];
  parameters: RankParameters;
}

/** Returns how many results are requested: the setting, else one per document. */
export const topNOf = ({ topN }: RankParameters, count: number): number => topN ?? count;

/**
 * Returns the request that ranks these texts. `top_n` is always written out: new-api's channels differ in their default
 * when it is absent, and its Cohere channel uses 1. The other fields are in the body only while they are on.
 */
export function rerankDraft({ connectionId, keyId, model, query, texts, parameters }: RerankSpec): DraftInput {
  const { returnDocuments, maxChunks, overlapTokens, documentsField = 'documents' } = parameters;
  const returnField = documentsField === 'texts' ? 'return_text' : 'return_documents';
  const body = {
    model,
    query,
    [documentsField]: texts,
    top_n: topNOf(parameters, texts.length),
    ...(returnDocuments.on ? { [returnField]: returnDocuments.value } : {}),
    ...(maxChunks.on && maxChunks.value !== null ? { max_chunks_per_doc: maxChunks.value } : {}),
    ...(overlapTokens.on && overlapTokens.value !== null ? { overlap_tokens: overlapTokens.value } : {}),
  };
  return {
    connectionId,
    ...(keyId ? { keyId } : {}),
    routeId: 'rerank',
    body: { kind: 'json', text: JSON.stringify(body) },
  };
}
