import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { attachTo } from './live-session.ts';
import type { LiveSession } from './model/session-view.ts';
import { emptyView, type SessionView } from './model/session-view.ts';
import { shown } from './store.ts';

const nothing = createStore<SessionView>(emptyView);

/** The session that is looked at; `null` while a new one is prepared. */
export function useShownSession(): LiveSession | null {
  const id = useStore(shown, ({ sessionId }) => sessionId);
  return id === null ? null : attachTo(id);
}

/** A piece of what is known of a session; drawn anew only when that piece changes. */
export const useSessionView = <T>(session: LiveSession | null, pick: (view: SessionView) => T): T =>
  useStore(session?.view ?? nothing, pick);
