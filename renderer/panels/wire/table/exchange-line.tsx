import { Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import { routes } from '#shared/protocol/table.ts';
import { useMoney } from '../../../lib/cost/costs.ts';
import { statusIntent, verdictIntent } from '../../../lib/failures/verdict.ts';
import { formatBytes, formatMs, formatNumber, formatTime } from '../../../lib/i18n/format.ts';
import { type Strings, useStrings } from '../../../lib/i18n/strings.ts';
import { addressPath } from '../../../lib/inspector/header-origins.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import tone from '../../../ui/base/tone.module.css';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { quiet, verdictWord } from '../verdict-word.ts';
import { type Column, shapeOf } from './columns.ts';
import s from './exchange-table.module.css';

interface ExchangeLineProps {
  row: ExchangeSummary;
  columns: readonly Column[];
  now: number;
  isSelected: boolean;
}

/** One exchange in the list. Only what deserves a look has a color. */
export function ExchangeLine({ row, columns, now, isSelected }: ExchangeLineProps) {
  const words = useStrings();
  return (
    <div className={classes(s.line, isSelected && s.chosen, row.refusedAsPlanned && s.planned)}>
      {columns.map((column) => (
        <span key={column} className={classes(s.cell, s[column], shapeOf[column].isNumber && s.number)}>
          {cellOf(column, row, now, words)}
        </span>
      ))}
    </div>
  );
}

function cellOf(column: Column, row: ExchangeSummary, now: number, words: Strings): ReactNode {
  const t = words.wirePanel;
  switch (column) {
    case 'time':
      return formatTime(row.startedAt);
    case 'path':
      return (
        <>
          <span className={s.method}>{methodOf(row)}</span>
          <PathCell row={row} withModel={false} />
        </>
      );
    case 'model':
      return row.model ?? t.table.none;
    case 'connection':
      return row.connectionName;
    case 'key':
      return row.keyAlias ?? t.table.none;
    case 'status':
      return <StatusCell row={row} />;
    case 'verdict':
      return <Verdict row={row} words={words} />;
    case 'took': {
      const tookMs = row.state === 'running' ? Math.max(0, now - row.startedAt) : row.durationMs;
      return tookMs === null ? t.table.none : formatMs(tookMs);
    }
    case 'cost':
      return <CostCell row={row} />;
    case 'size':
      return formatBytes(row.receivedBytes);
    case 'events':
      return formatNumber(row.events);
    case 'finish':
      return row.finishReason ?? t.table.none;
    case 'origin':
      return t.origins[row.origin];
  }
}

/** What it cost: an amount that is an estimate says so in its tooltip, since a narrow column has no room for a word. */
function CostCell({ row: { cost } }: { row: ExchangeSummary }) {
  const t = useStrings();
  const { amount } = useMoney();
  if (cost === null) return t.wirePanel.table.none;
  return cost.isEstimate ? <span title={amount(cost, true)}>~{amount(cost)}</span> : amount(cost);
}

function Verdict({ row, words }: { row: ExchangeSummary; words: Strings }) {
  const intent = quiet(verdictIntent(row));
  const word = verdictWord(row, words);
  return intent === 'neutral' ? (
    word
  ) : (
    <Badge intent={intent} dot={row.state === 'running'}>
      {word}
    </Badge>
  );
}

/** Returns `WS` for a session instead of the method of the request that opened it. */
export const methodOf = ({ routeId, method }: ExchangeSummary): string =>
  routes[routeId].transport === 'websocket' ? 'WS' : method;

export function StatusCell({ row }: { row: ExchangeSummary }) {
  const t = useStrings().wirePanel.table;
  const intent = quiet(statusIntent(row));
  return <span className={classes(intent !== 'neutral' && s.code, tone[intent])}>{row.status ?? t.none}</span>;
}

/** The path, and beside it what distinguishes two requests to one route. */
export function PathCell({ row, withModel = true }: { row: ExchangeSummary; withModel?: boolean }) {
  const t = useStrings().wirePanel;
  return (
    <span className={s.where} title={row.address}>
      <span className="cut-text">{addressPath(row.address)}</span>
      {withModel && row.model && <span className={s.beside}>{row.model}</span>}
      {row.pinned && (
        <span className={s.pin}>
          <Icon of={Pin} size="xs" label={t.table.pinned} />
        </span>
      )}
    </span>
  );
}
