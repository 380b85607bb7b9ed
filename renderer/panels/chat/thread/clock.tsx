import { formatMs } from '../../../lib/i18n/format.ts';
import s from './clock.module.css';
import { useElapsedMs } from './use-elapsed-ms.ts';

/** Time since `startedMs` (page clock), ten times a second. */
export function Clock({ startedMs }: { startedMs: number }) {
  const elapsedMs = useElapsedMs(startedMs);
  return (
    <span className={s.clock} aria-hidden="true">
      {formatMs(elapsedMs)}
    </span>
  );
}
