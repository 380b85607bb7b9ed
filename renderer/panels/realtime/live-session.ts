import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionActInput, SessionDraftInput, SessionPart } from '#shared/contract/realtime.ts';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { client, connection } from '../../lib/client/client.ts';
import { useCall } from '../../lib/client/query.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import type { WorkOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { perFrame } from '../../lib/runs/frames.ts';
import { foldSession } from './model/fold-session.ts';
import { sessionDraftOf, settingProblems } from './model/session-settings.ts';
import { emptyView, isOver, type LiveSession, type SessionView } from './model/session-view.ts';
import { playReply } from './session-audio.ts';
import { shown, showSession, useForm } from './store.ts';

/** Earlier parts all arrive at once; audio of this first moment is from the past. */
const catchUpMs = 1000;

const attached = new Map<string, LiveSession>();

/**
 * Subscribes to a session, live or recorded, and stays subscribed when the panel is left. There is one subscription per
 * session. Unless the session is new, audio from the past is not played.
 */
export function attachTo(id: string, { isNew = false }: { isNew?: boolean } = {}): LiveSession {
  const known = attached.get(id);
  if (known) return known;
  const made = attach(id);
  attached.set(id, made);
  playReply(made, isNew ? 0 : catchUpMs);
  return made;
}

function attach(id: string): LiveSession {
  const view = createStore<SessionView>(emptyView);
  const subscription = createStore<{ failure: Failure | null }>(() => ({ failure: null }));
  const listeners = new Set<(part: SessionPart) => void>();
  const stop = new AbortController();
  const frames = perFrame<SessionPart>((batch) => view.setState((before) => batch.reduce(foldSession, before), true));
  let push: ((act: SessionActInput) => void) | null = null;

  const listen = async () => {
    for (;;) {
      try {
        const stream = client.realtime.attach({ id, from: view.getState().nextPart }, { signal: stop.signal });
        push = (act) => stream.push(act);
        for await (const part of stream) {
          for (const notify of listeners) notify(part);
          frames.push(part);
        }
        frames.flush();
        return;
      } catch (thrown) {
        frames.flush();
        push = null;
        const failure = AppError.from(thrown);
        if (stop.signal.aborted || isOver(view.getState())) return;
        // The client waits until the connection to the core is restored; a retry does not help with any other failure.
        if (failure.code === 'connection-lost') continue;
        subscription.setState({ failure });
        return;
      }
    }
  };
  void listen();

  return {
    id,
    view,
    subscription,
    act(act) {
      // An action queued for the connection would reach a session that may be over by then.
      if (push === null || connection.state.getState().status !== 'open') return false;
      push(act);
      return true;
    },
    onPart(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    detach() {
      attached.delete(id);
      stop.abort();
    },
  };
}

const nothing = createStore<SessionView>(emptyView);

/** Returns the shown session; `null` while a new one is being prepared. */
export function useShownSession(): LiveSession | null {
  const id = useStore(shown, ({ sessionId }) => sessionId);
  return id === null ? null : attachTo(id);
}

/** Selects a value from the view of a session; renders only when that value changes. */
export const useSessionView = <T>(session: LiveSession | null, pick: (view: SessionView) => T): T =>
  useStore(session?.view ?? nothing, pick);

/**
 * Returns the time of a session in milliseconds after its start: set by its parts, and advancing between them while it
 * is open.
 */
export function useSessionClock(session: LiveSession): number {
  const atMs = useSessionView(session, (view) => view.atMs);
  const over = useSessionView(session, (view) => view.ended !== null || view.nextPart === 0);
  const seen = useRef({ atMs: 0, at: 0 });
  const [nowMs, setNowMs] = useState(atMs);
  useEffect(() => {
    seen.current = { atMs, at: performance.now() };
  }, [atMs]);
  useEffect(() => {
    if (over) return undefined;
    const timer = setInterval(() => setNowMs(seen.current.atMs + performance.now() - seen.current.at), 200);
    return () => clearInterval(timer);
  }, [over]);
  return over ? atMs : Math.max(atMs, nowMs);
}

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
