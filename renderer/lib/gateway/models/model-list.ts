import type { ModelList } from '#shared/contract/models.ts';
import { client } from '../../client/client.ts';
import { putResult, useCall } from '../../client/query.ts';
import { noteKeyCheck } from '../connections/key-checks.ts';

const input = (connectionId: string, keyId: string | undefined) => ({ connectionId, ...(keyId ? { keyId } : {}) });

/** Returns the models of a connection as last listed, without a request to the gateway. */
export const useModels = (connectionId: string | undefined, keyId?: string) =>
  useCall('models', 'list', input(connectionId ?? '', keyId), { enabled: connectionId !== undefined });

/** Requests the models from the gateway, which also tests address and key. The result replaces the cached one. */
export async function refreshModels(connectionId: string, keyId?: string, tryQueryKey = false): Promise<ModelList> {
  const asked = input(connectionId, keyId);
  const list = await client.models.list({ ...asked, refresh: true, tryQueryKey });
  putResult('models', 'list', asked, list);
  // No first paint shows what a listing showed about a key.
  if (keyId) noteKeyCheck(keyId, list);
  return list;
}
