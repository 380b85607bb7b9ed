import { formatMs, formatTime } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { scaleMarks } from '../../../lib/inspector/tabs/timeline-model.ts';
import type { Burst } from './bursts.ts';
import s from './waterfall.module.css';

/** The axis that the exchanges of a burst share. */
export function BurstAxis({ burst }: { burst: Burst }) {
  const t = useStrings().wirePanel;
  const spanMs = Math.max(1, burst.toAt - burst.fromAt);
  // A mark near the end would run out of the axis.
  const marks = scaleMarks(spanMs).filter((at) => at < spanMs * 0.8);
  return (
    <div className={s.axis}>
      <span className={s.axisTitle}>
        <b>{formatTime(burst.fromAt)}</b> {t.table.burst(burst.rows.length, formatMs(spanMs))}
      </span>
      <span className={s.scale} aria-hidden>
        {marks.map((at) => (
          <span key={at} style={{ left: `${(at / spanMs) * 100}%` }}>
            {at === 0 ? '0' : formatMs(at)}
          </span>
        ))}
      </span>
    </div>
  );
}
