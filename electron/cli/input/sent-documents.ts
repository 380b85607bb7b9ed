import type { DraftPlan } from './plan-draft.ts';

/** The documents that a request is to rank, by their index, as far as they are texts; empty for other requests. */
export function sentDocuments({ route, body }: DraftPlan): (string | null)[] {
  const documents = route.reader === 'rerank' && body.kind === 'json' ? documentsIn(body.text) : null;
  return Array.isArray(documents) ? documents.map(textOf) : [];
}

function documentsIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { documents?: unknown } | null)?.documents;
  } catch {
    // A body that was written out is sent as it is.
    return null;
  }
}

function textOf(document: unknown): string | null {
  const text = typeof document === 'string' ? document : (document as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text : null;
}
