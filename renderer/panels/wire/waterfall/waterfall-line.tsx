import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import { useCall } from '../../../lib/client/query.ts';
import { statusIntent, verdictIntent } from '../../../lib/failures/verdict.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { addressPath } from '../../../lib/inspector/address-path.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Method } from '../../../ui/feedback/method.tsx';
import { methodOf, PathCell } from '../table/exchange-line.tsx';
import { type Burst, endOf } from './bursts.ts';
import { phasesOf, placeOn } from './phases.ts';
import s from './waterfall.module.css';

export interface WaterfallLineProps {
  row: ExchangeSummary;
  burst: Burst;
  now: number;
  isChosen: boolean;
}

/** One exchange as a bar on the axis of its burst, in the colours of what it spent its time on. */
export function WaterfallLine({ row, burst, now, isChosen }: WaterfallLineProps) {
  const t = useStrings().wirePanel;
  const { data } = useCall('exchanges', 'get', { id: row.id });
  const end = endOf(row, now);
  const whole = placeOn(burst, row.startedAt, end);
  const tookMs = end - row.startedAt;
  const isBroken = verdictIntent(row) === 'bad';
  return (
    <div className={classes(s.line, isChosen && s.chosen)}>
      <Method>{methodOf(row)}</Method>
      <PathCell row={row} />
      <span className={classes(s.status, s[statusIntent(row)])}>{row.status ?? t.table.none}</span>
      <span className={s.lane} role="img" aria-label={t.table.bar(addressPath(row.address), formatMs(tookMs))}>
        <span className={s.whole} style={shownAt(whole)} />
        {data &&
          phasesOf(data.timeline, tookMs).map(({ kind, fromMs, toMs }) => {
            const place = placeOn(burst, row.startedAt + fromMs, row.startedAt + toMs);
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

/** A bar is never thinner than two pixels, also at the very end of the axis. */
const shownAt = ({ left, width }: { left: number; width: number }) => ({
  left: `min(${left}%, calc(100% - 2px))`,
  width: `${width}%`,
});
