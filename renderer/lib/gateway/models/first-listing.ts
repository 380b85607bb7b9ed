import { useEffect } from 'react';
import { AppError } from '#shared/protocol/failure.ts';
import { queryClient } from '../../client/query.ts';
import { useActive } from '../connections/active.ts';
import { refreshModels } from './model-list.ts';

const asked = new Set<string>();
const lineFaults: ReadonlySet<string> = new Set(['connection-lost', 'app-ended']);

/** Lists the models of the active connection once in the life of the page, quietly: the light in the status bar is then true. */
export function useFirstListing(): void {
  const { connection, key } = useActive();
  const [connectionId, keyId] = [connection?.id, key?.id];
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
