import type { DraftInput } from '#shared/contract/exchanges.ts';
import { useActive } from '../../lib/active.ts';
import { useStrings } from '../../lib/strings.ts';
import { documentsIn, rerankDraft } from './model/request.ts';
import { useRerank } from './rerank-store.ts';

/** The request as it would be sent now (`null` without a connection), and why it can not be sent yet. */
export function useRerankDraft(): { draft: DraftInput | null; missing: string | undefined } {
  const t = useStrings().rerank.needs;
  const { connection, key } = useActive();
  const input = useRerank();
  const draft = connection ? rerankDraft(input, { connectionId: connection.id, keyId: key?.id }) : null;
  const missing = [
    !connection && t.connection,
    !input.model && t.model,
    !input.query.trim() && t.query,
    documentsIn(input.text).length === 0 && t.documents,
    input.topN !== null && !(Number.isInteger(input.topN) && input.topN > 0) && t.topN,
  ].find((reason) => reason !== false);
  return { draft, missing };
}
