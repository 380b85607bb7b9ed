import { useEffect } from 'react';
import type { ModelList } from '#shared/contract/models.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { client } from '../../client/client.ts';
import { putResult, queryClient, useCall } from '../../client/query.ts';

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

const asked = new Set<string>();
const lineFaults: ReadonlySet<string> = new Set(['connection-lost', 'app-ended']);

/** Lists the models of a connection once in the life of the page, quietly: the light in the status bar is then true. */
export function useFirstListing(connectionId: string | undefined, keyId: string | undefined): void {
  useEffect(() => {
    const both = `${connectionId} ${keyId}`;
    if (!connectionId || asked.has(both)) return;
    asked.add(both);
    refreshModels(connectionId, keyId).catch((thrown: unknown) => {
      // A line that broke is no listing: it is tried again when the connection is looked at next.
      if (lineFaults.has(AppError.from(thrown).code)) asked.delete(both);
      void queryClient.invalidateQueries({ queryKey: ['models'] });
    });
  }, [connectionId, keyId]);
}
