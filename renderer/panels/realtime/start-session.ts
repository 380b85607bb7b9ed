import type { SessionDraftInput } from '#shared/contract/realtime.ts';
import { client } from '../../lib/client/client.ts';
import { useCall } from '../../lib/client/query.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import type { WorkOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { attachTo } from './live-session.ts';
import { sessionDraftOf, settingProblems } from './model/session-settings.ts';
import type { LiveSession } from './model/session-view.ts';
import { showSession, useForm } from './store.ts';

/** Returns the session that would be requested now, and why it cannot start yet. */
export function useSessionDraft() {
  const t = useStrings().realtime.start;
  const { connection, key } = useActive();
  const form = useForm();
  const problems = settingProblems(form);
  const missing = [
    !connection && t.needConnection,
    !form.model && t.needModel,
    problems.length > 0 && t.values(problems.join(', ')),
  ].find((reason) => reason !== false);
  return { draft: connection ? sessionDraftOf(form, { connectionId: connection.id, keyId: key?.id }) : null, missing };
}

/** Starts a session and shows it. */
export const startSession = async (draft: SessionDraftInput): Promise<LiveSession> =>
  attachAndShow((await client.realtime.start(draft)).id);

/** Starts a session that follows a script. */
export const startScript = async (
  draft: SessionDraftInput,
  script: string,
  fileIds: Record<string, string>,
): Promise<LiveSession> => attachAndShow((await client.realtime.runScript({ draft, script, fileIds })).id);

function attachAndShow(id: string): LiveSession {
  rememberOrigin(id, { panel: 'realtime', documentId: id, itemId: '' });
  showSession(id);
  return attachTo(id, { isNew: true });
}

/** Returns the origin of a session; `null` while the list has not been read, or does not contain it. */
export function useSessionOrigin(sessionId: string | null): WorkOrigin | null {
  const { data: sessions } = useCall('realtime', 'sessions', {});
  const session = sessions?.find(({ id }) => id === sessionId);
  if (!session) return null;
  const { connectionId, connectionName, keyAlias, model } = session;
  return { connectionId, connectionName, keyId: null, keyAlias, routeId: 'realtime', model };
}
