import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import { useCall } from '../../../lib/client/query.ts';
import { verdictIntent } from '../../../lib/failures/verdict.ts';
import { formatMs, formatTime } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { addressPath } from '../../../lib/inspector/header-origins.ts';
import { scaleMarks } from '../../../lib/inspector/tabs/timeline-model.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Method } from '../../../ui/feedback/method.tsx';
import { methodOf, PathCell, StatusCell } from '../table/exchange-line.tsx';
import s from './waterfall.module.css';
import { axisPosition, type Burst, endOf, type Phase, phasesOf } from './waterfall-model.ts';

interface WaterfallLineProps {
  row: ExchangeSummary;
  burst: Burst;
  now: number;
  isSelected: boolean;
}

/** One exchange as a bar on the axis of its burst, in the colors of its phases. */
export function WaterfallLine({ row, burst, now, isSelected }: WaterfallLineProps) {
  const t = useStrings().wirePanel;
  const { data } = useCall('exchanges', 'get', { id: row.id });
  const end = endOf(row, now);
  const whole = axisPosition(burst, row.startedAt, end);
  const tookMs = end - row.startedAt;
  const isBroken = verdictIntent(row) === 'bad';
  return (
    <div className={classes(s.line, isSelected && s.chosen)}>
      <Method>{methodOf(row)}</Method>
      <PathCell row={row} />
      <StatusCell row={row} />
      <span className={s.lane} role="img" aria-label={t.table.bar(addressPath(row.address), formatMs(tookMs))}>
        <span className={s.whole} style={shownAt(whole)} />
        {data &&
          phasesOf(data.timeline, tookMs).map(({ kind, fromMs, toMs }) => {
            const place = axisPosition(burst, row.startedAt + fromMs, row.startedAt + toMs);
            return (
              <span
                key={kind}
                className={classes(s.phase, s[kind])}
                style={shownAt(place)}
                title={`${t.phases[kind]} ${formatMs(toMs - fromMs)}`}
              />
            );
          })}
      </span>
      <span className={classes(s.time, isBroken && s.bad)}>{formatMs(tookMs)}</span>
    </div>
  );
}

/** A bar is never thinner than two pixels, even at the very end of the axis. */
const shownAt = ({ left, width }: { left: number; width: number }) => ({
  left: `min(${left}%, calc(100% - 2px))`,
  width: `${width}%`,
});

/** The axis shared by the exchanges of a burst. */
export function BurstAxis({ burst }: { burst: Burst }) {
  const t = useStrings().wirePanel;
  const spanMs = Math.max(1, burst.toAt - burst.fromAt);
  // A mark near the end would overflow the axis.
  const marks = scaleMarks(spanMs).filter((at) => at < spanMs * 0.8);
  return (
    <div className={s.axis}>
      <span className={`cut-text ${s.axisTitle}`}>
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

const kinds: Record<Phase['kind'], true> = {
  dns: true,
  connect: true,
  tls: true,
  send: true,
  wait: true,
  receive: true,
};

/** The legend of the bar colors. */
export function PhaseLegend() {
  const t = useStrings().wirePanel.phases;
  return (
    <ul className={s.legend}>
      {(Object.keys(kinds) as Phase['kind'][]).map((kind) => (
        <li key={kind}>
          <span className={classes(s.swatch, s[kind])} />
          {t[kind]}
        </li>
      ))}
    </ul>
  );
}
