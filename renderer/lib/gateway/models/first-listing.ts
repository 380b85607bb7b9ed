import { useEffect } from 'react';
import { AppError } from '#shared/protocol/failure.ts';
import { queryClient } from '../../client/query.ts';
import { useActive } from '../connections/active.ts';
import { refreshModels } from './model-list.ts';

const asked = new Set<string>();
const connectionFaults: ReadonlySet<string> = new Set(['connection-lost', 'app-ended']);

/**
 * Lists the models of the active connection once per page load, without notices, so that the status bar shows its real
 * state.
 */
export function useFirstListing(): void {
  const { connection, key } = useActive();
  const [connectionId, keyId] = [connection?.id, key?.id];
  useEffect(() => {
    const both = `${connectionId} ${keyId}`;
    if (!connectionId || asked.has(both)) return;
    asked.add(both);
    refreshModels(connectionId, keyId).catch((thrown: unknown) => {
      // A lost connection to the core is not a listing: it is retried when the connection is looked at next.
      if (connectionFaults.has(AppError.from(thrown).code)) asked.delete(both);
      void queryClient.invalidateQueries({ queryKey: ['models'] });
    });
  }, [connectionId, keyId]);
}
