import { useStore } from 'zustand';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { useCall } from '../../../lib/client/query.ts';
import { verdictIntent } from '../../../lib/failures/verdict.ts';
import { formatBytes, formatMs, formatTime } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { replays } from '../../../lib/inspector/wire-acts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { compareTwo } from '../store.ts';
import { verdictWord } from '../verdict-word.ts';
import s from './detail.module.css';

/** A request that was sent again: beside it how it went the first time, and the way to compare the two. */
export function ReplayStrip({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const firstId = useStore(replays, (of) => of[exchange.id]) ?? '';
  const { data: first } = useCall('exchanges', 'get', { id: firstId }, { enabled: firstId !== '' });
  if (!first) return null;
  return (
    <div className={s.beside}>
      <b>{t.wireDetail.replayOf(formatTime(first.startedAt))}</b>
      <Button size="sm" onClick={() => compareTwo(first.id, exchange.id)}>
        {t.wireDetail.compareFirst}
      </Button>
      <span>{t.wireDetail.before}</span>
      <Outcome exchange={first} />
      <span>{t.wireDetail.now}</span>
      <Outcome exchange={exchange} />
    </div>
  );
}

function Outcome({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings().wirePanel;
  const { state, status, durationMs, receivedBytes } = exchange;
  return (
    <span className={s.outcome}>
      <Badge intent={verdictIntent(exchange)} dot={state === 'running'}>
        {[status, verdictWord(exchange, t)].filter((part) => part !== null).join(' ')}
      </Badge>
      <span className="mono-s num">
        {durationMs === null ? '' : `${formatMs(durationMs)}, `}
        {formatBytes(receivedBytes)}
      </span>
    </span>
  );
}
