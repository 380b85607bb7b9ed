import type { DraftInput } from '#shared/contract/exchanges.ts';

/** What makes a rerank request. */
export interface RerankInput {
  query: string;
  /** One document a line; empty lines are left out. */
  text: string;
  /** `null`: as many as there are documents. */
  topN: number | null;
  returnDocuments: { on: boolean; value: boolean };
  model: string;
}

export const documentsIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

/** The request. `top_n` is always written out: gateways differ in what they take for it when it is absent. */
export function rerankDraft(
  input: RerankInput,
  place: { connectionId: string; keyId: string | undefined },
): DraftInput {
  const documents = documentsIn(input.text);
  const body = {
    model: input.model,
    query: input.query,
    documents,
    top_n: input.topN ?? documents.length,
    ...(input.returnDocuments.on ? { return_documents: input.returnDocuments.value } : {}),
  };
  return {
    connectionId: place.connectionId,
    ...(place.keyId ? { keyId: place.keyId } : {}),
    routeId: 'rerank',
    body: { kind: 'json', text: JSON.stringify(body, null, 2) },
  };
}
