import type { ModelList } from '#shared/contract/models.ts';
import { client } from '../../client/client.ts';
import { putResult, useCall } from '../../client/query.ts';

const input = (connectionId: string, keyId: string | undefined) => ({ connectionId, ...(keyId ? { keyId } : {}) });

/** The models of a connection as last listed; nothing is asked of the gateway. */
export const useModels = (connectionId: string | undefined, keyId?: string) =>
  useCall('models', 'list', input(connectionId ?? '', keyId), { enabled: connectionId !== undefined });

/** Asks the gateway for its models, which is also the test of address and key. The answer replaces the kept one. */
export async function refreshModels(connectionId: string, keyId?: string, tryQueryKey = false): Promise<ModelList> {
  const asked = input(connectionId, keyId);
  const list = await client.models.list({ ...asked, refresh: true, tryQueryKey });
  putResult('models', 'list', asked, list);
  // No first paint shows what a listing proved of a key.
  if (keyId) (await import('../connections/key-checks.ts')).noteKeyCheck(keyId, list);
  return list;
}
