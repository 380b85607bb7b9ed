import { useCall } from '../../lib/client/query.ts';
import type { WorkOrigin } from '../../lib/gateway/origin/work-origin.ts';

/** Where a session belongs; `null` while the list has not been read, or does not have it. */
export function useSessionOrigin(sessionId: string | null): WorkOrigin | null {
  const { data: sessions } = useCall('realtime', 'sessions', {});
  const session = sessions?.find(({ id }) => id === sessionId);
  if (!session) return null;
  const { connectionId, connectionName, keyAlias, model } = session;
  return { connectionId, connectionName, keyId: null, keyAlias, routeId: 'realtime', model };
}
