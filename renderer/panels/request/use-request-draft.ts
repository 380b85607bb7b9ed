import type { DraftInput } from '#shared/contract/exchanges.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { requestDraft } from './model/request-draft.ts';
import { useForm } from './store.ts';

/** What would be sent now; `null` without a connection, and before it is known. */
export function useRequestDraft(): DraftInput | null {
  const { ready, connection, key } = useActive();
  const form = useForm();
  return ready && connection ? requestDraft(form, { connectionId: connection.id, keyId: key?.id }) : null;
}
