import { useEffect, useState } from 'react';

/** Milliseconds since `startedMs` (page clock); draws again ten times a second. */
export function useElapsedMs(startedMs: number): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, nowMs - startedMs);
}
