import { useEffect, useState } from 'react';
import { formatMs } from '../../../lib/i18n/format.ts';
import s from './clock.module.css';

/** Shows the time since `startedMs` (page clock), updated ten times per second. */
export function Clock({ startedMs }: { startedMs: number }) {
  const elapsedMs = useElapsedMs(startedMs);
  return (
    <span className={s.clock} aria-hidden="true">
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
