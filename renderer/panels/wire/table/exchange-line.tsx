import { Pin } from 'lucide-react';
import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import { routes } from '#shared/protocol/table.ts';
import { statusIntent, verdictIntent } from '../../../lib/failures/verdict.ts';
import { formatBytes, formatMs, formatTime } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { addressPath } from '../../../lib/inspector/header-origins.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import tone from '../../../ui/base/tone.module.css';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { verdictWord } from '../verdict-word.ts';
import s from './exchange-table.module.css';

interface ExchangeLineProps {
  row: ExchangeSummary;
  now: number;
  isSelected: boolean;
}

/** One exchange in the list: time, request, status, outcome, duration and size; below, model, connection and key. */
export function ExchangeLine({ row, now, isSelected }: ExchangeLineProps) {
  const words = useStrings();
  const { wirePanel: t, pieces } = words;
  const intent = verdictIntent(row);
  const tookMs = row.state === 'running' ? Math.max(0, now - row.startedAt) : row.durationMs;
  return (
    <div className={classes(s.line, isSelected && s.chosen)}>
      <span className={s.time}>{formatTime(row.startedAt)}</span>
      <Method>{methodOf(row)}</Method>
      <PathCell row={row} withModel={false} />
      <StatusCell row={row} />
      <span className={s.verdict}>
        <Badge intent={intent} dot={row.state === 'running'}>
          {verdictWord(row, words)}
        </Badge>
      </span>
      <span className={s.took}>{tookMs === null ? t.table.none : formatMs(tookMs)}</span>
      <span className={s.size}>{formatBytes(row.receivedBytes)}</span>
      <span className={s.sender}>
        {row.model && <b>{row.model}</b>}
        <span className="cut-text">{pieces.facts(row.connectionName, row.keyAlias)}</span>
      </span>
    </div>
  );
}

/** Returns `WS` for a session instead of the method of the request that opened it. */
export const methodOf = ({ routeId, method }: ExchangeSummary): string =>
  routes[routeId].transport === 'websocket' ? 'WS' : method;

export function StatusCell({ row }: { row: ExchangeSummary }) {
  const t = useStrings().wirePanel.table;
  return <span className={classes(s.status, tone[statusIntent(row)])}>{row.status ?? t.none}</span>;
}

/** The path, and beside it what distinguishes two requests to one route. */
export function PathCell({ row, withModel = true }: { row: ExchangeSummary; withModel?: boolean }) {
  const t = useStrings().wirePanel;
  return (
    <span className={s.path} title={row.address}>
      <span className="cut-text">{addressPath(row.address)}</span>
      {withModel && row.model && <span className={s.model}>{row.model}</span>}
      {row.pinned && (
        <span className={s.pin}>
          <Icon of={Pin} size="xs" label={t.table.pinned} />
        </span>
      )}
    </span>
  );
}
