import { useEffect, useRef, useState } from 'react';
import type { LiveSession } from '../model/session-view.ts';
import { useSessionView } from '../use-session.ts';

/** Time of a session, in milliseconds after its start: told by its parts, and running on between them while it is open. */
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
