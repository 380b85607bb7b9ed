import { useEffect, useState } from 'react';
import { formatMs } from '../../../lib/format.ts';
import s from './clock.module.css';

/** Time since `startedMs` (page clock), ten times a second. */
export function Clock({ startedMs }: { startedMs: number }) {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={s.clock} aria-hidden="true">
      {formatMs(Math.max(0, nowMs - startedMs))}
    </span>
  );
}
