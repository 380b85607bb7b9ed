import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { attachTo } from './live-session.ts';
import { emptyView, type LiveSession, type SessionView } from './model/session-view.ts';
import { shown } from './store.ts';

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
