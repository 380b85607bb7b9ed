import type { SessionDraftInput } from '#shared/contract/realtime.ts';
import { client } from '../../lib/client/client.ts';
import { useCall } from '../../lib/client/query.ts';
import type { WorkOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { attachTo } from './live-session.ts';
import type { LiveSession } from './model/session-view.ts';
import { showSession } from './store.ts';

/** Starts a session and shows it. */
export async function startSession(draft: SessionDraftInput): Promise<LiveSession> {
  return shownFromNow((await client.realtime.start(draft)).id);
}

/** Starts a session that does what a script says. */
export async function startScript(
  draft: SessionDraftInput,
  script: string,
  fileIds: Record<string, string>,
): Promise<LiveSession> {
  return shownFromNow((await client.realtime.runScript({ draft, script, fileIds })).id);
}

function shownFromNow(id: string): LiveSession {
  rememberOrigin(id, { panel: 'realtime', documentId: id, itemId: '' });
  showSession(id);
  return attachTo(id, { isNew: true });
}

/** Where a session belongs; `null` while the list has not been read, or does not have it. */
export function useSessionOrigin(sessionId: string | null): WorkOrigin | null {
  const { data: sessions } = useCall('realtime', 'sessions', {});
  const session = sessions?.find(({ id }) => id === sessionId);
  if (!session) return null;
  const { connectionId, connectionName, keyAlias, model } = session;
  return { connectionId, connectionName, keyId: null, keyAlias, routeId: 'realtime', model };
}
