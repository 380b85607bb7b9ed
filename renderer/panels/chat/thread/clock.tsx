import { useEffect, useState } from 'react';
import { formatMs } from '../../../lib/i18n/format.ts';

/** Shows the time since `startedMs` (page clock), updated ten times per second. */
export function Clock({ startedMs }: { startedMs: number }) {
  const elapsedMs = useElapsedMs(startedMs);
  return (
    <span className="num quiet" aria-hidden="true">
      {formatMs(elapsedMs)}
    </span>
  );
}

/** Returns the milliseconds since `startedMs` (page clock); renders again ten times per second. */
export function useElapsedMs(startedMs: number): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, nowMs - startedMs);
}
