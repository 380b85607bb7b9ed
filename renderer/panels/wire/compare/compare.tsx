import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { verdictIntent } from '../../../lib/failures/verdict.ts';
import { formatBytes, formatMs, formatNumber, formatPercent, formatTime } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { addressPath } from '../../../lib/inspector/header-origins.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import type { Intent } from '../../../ui/base/intent.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Table } from '../../../ui/lists/table.tsx';
import { compareTwo, wire as wireStore } from '../store.ts';
import { verdictWord } from '../verdict-word.ts';
import { TabbedParts, WorkPage } from '../work-page.tsx';
import { BodyCompare } from './body-compare.tsx';
import s from './compare.module.css';
import { compareHeaders, type FactRow, factRows, type HeaderPair } from './compare-exchanges.ts';

type CompareTab = 'facts' | 'request' | 'response' | 'headers';
const tabs: readonly CompareTab[] = ['facts', 'request', 'response', 'headers'];

const close = () => wireStore.setState({ compared: null });

/** Two exchanges side by side: facts and times, bodies, headers. Escape goes back. */
export function Compare({ leftId, rightId }: { leftId: string; rightId: string }) {
  const t = useStrings().wireDetail.compare;
  const [tab, setTab] = useState<CompareTab>('facts');
  const left = useCall('exchanges', 'get', { id: leftId });
  const right = useCall('exchanges', 'get', { id: rightId });
  const failure = left.error?.failure ?? right.error?.failure;
  return (
    <WorkPage title={t.title} backLabel={t.back} onBack={close}>
      {failure ? (
        <FailureCard failure={failure} />
      ) : !left.data || !right.data ? (
        <div className={s.middle} role="status">
          <span className="sr-only">{t.reading}</span>
          <Skeleton lines={[50, 80, 60]} />
        </div>
      ) : (
        <>
          <div className={s.heads}>
            <Head exchange={left.data} />
            <IconButton
              label={t.swap}
              size="sm"
              icon={<Icon of={ArrowRightLeft} size="s" />}
              onClick={() => compareTwo(rightId, leftId)}
            />
            <Head exchange={right.data} />
          </div>
          <TabbedParts
            label={t.title}
            tabs={tabs.map((value) => ({ value, label: t.tabs[value] }))}
            value={tab}
            onValueChange={setTab}
          >
            {tab === 'facts' && <FactCompare left={left.data} right={right.data} />}
            {tab === 'headers' && <HeaderCompare left={left.data} right={right.data} />}
            {(tab === 'request' || tab === 'response') && (
              <BodyCompare key={tab} left={left.data} right={right.data} side={tab} />
            )}
          </TabbedParts>
        </>
      )}
    </WorkPage>
  );
}

function Head({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  return (
    <div className={s.exchange}>
      <span className="mono-s">{formatTime(exchange.startedAt)}</span>
      <Method>{exchange.method}</Method>
      <span className={`cut-text ${s.path}`}>{addressPath(exchange.address)}</span>
      <Badge intent={verdictIntent(exchange)}>
        {[exchange.status, verdictWord(exchange, t)].filter((part) => part !== null).join(' ')}
      </Badge>
    </div>
  );
}

const shown = (value: string | number | null, unit: FactRow['unit']): string => {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  if (unit === 'time') return formatTime(value);
  return unit === 'ms' ? formatMs(value) : unit === 'bytes' ? formatBytes(value) : formatNumber(value);
};

/** The facts of both in one line each, the times as bars on one scale. */
function FactCompare({ left, right }: { left: ExchangeDetail; right: ExchangeDetail }) {
  const t = useStrings().wireDetail.compare;
  const rows = factRows(left, right);
  const maxMs = Math.max(1, left.durationMs ?? 0, right.durationMs ?? 0);
  return (
    <div className={s.scroll}>
      <Table
        label={t.tabs.facts}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { id: 'fact', header: t.fact, width: 150, cell: ({ name }) => t.facts[name] },
          { id: 'left', header: t.sides.left, cell: (row) => <Value row={row} side="left" maxMs={maxMs} /> },
          { id: 'right', header: t.sides.right, cell: (row) => <Value row={row} side="right" maxMs={maxMs} /> },
          {
            id: 'difference',
            header: t.difference,
            width: 170,
            align: 'end',
            mono: true,
            cell: (row) => difference(row, t.words.same),
          },
        ]}
      />
    </div>
  );
}

function Value({ row, side, maxMs }: { row: FactRow; side: 'left' | 'right'; maxMs: number }) {
  const value = row[side];
  return (
    <span className={classes(s.value, row.left !== row.right && row.unit === 'word' && s.differs)}>
      <span className={s.figure}>{shown(value, row.unit)}</span>
      {row.unit === 'ms' && typeof value === 'number' && (
        <i className={s.barOf} style={{ width: `${Math.min(100, (value / maxMs) * 100)}%` }} />
      )}
    </span>
  );
}

/** Returns how much more or less the right side is than the left. */
function difference({ left, right, unit }: FactRow, same: string): string {
  if (left === right) return same;
  if (typeof left !== 'number' || typeof right !== 'number' || unit === 'time') return '';
  const by = right - left;
  const share = left > 0 ? ` (${by > 0 ? '+' : '−'}${formatPercent(Math.abs(by) / left)})` : '';
  return `${by > 0 ? '+' : '−'}${shown(Math.abs(by), unit)}${share}`;
}

const intents: Record<HeaderPair['what'], Intent> = {
  same: 'neutral',
  changed: 'warn',
  added: 'ok',
  removed: 'bad',
};

/** Headers of both requests and both responses, by name. */
function HeaderCompare({ left, right }: { left: ExchangeDetail; right: ExchangeDetail }) {
  const { wireDetail: t, wire } = useStrings();
  const [showsSame, setShowsSame] = useState(false);
  return (
    <div className={s.scroll}>
      <div className={s.bar}>
        <Switch checked={showsSame} onCheckedChange={setShowsSame} label={t.compare.showSame} />
      </div>
      <Pairs
        title={wire.tabs.request}
        pairs={compareHeaders(left.request.headers, right.request.headers)}
        showsSame={showsSame}
      />
      <Pairs
        title={wire.tabs.response}
        pairs={compareHeaders(left.response?.headers ?? [], right.response?.headers ?? [])}
        showsSame={showsSame}
      />
    </div>
  );
}

function Pairs({ title, pairs, showsSame }: { title: string; pairs: HeaderPair[]; showsSame: boolean }) {
  const t = useStrings().wireDetail.compare;
  const rows = pairs.filter(({ what }) => showsSame || what !== 'same');
  return (
    <section className={s.part}>
      <h3>{title}</h3>
      <Table
        label={title}
        rows={rows}
        rowKey={({ name }) => name}
        empty={t.same}
        columns={[
          { id: 'name', header: t.header, width: 220, mono: true, cell: ({ name }) => name },
          {
            id: 'what',
            header: t.difference,
            width: 120,
            cell: ({ what }) => <Badge intent={intents[what]}>{t.words[what]}</Badge>,
          },
          { id: 'left', header: t.sides.left, mono: true, cell: ({ left }) => <Values values={left} /> },
          { id: 'right', header: t.sides.right, mono: true, cell: ({ right }) => <Values values={right} /> },
        ]}
      />
    </section>
  );
}

const Values = ({ values }: { values: string[] | null }) =>
  values === null ? '–' : <span title={values.join('\n')}>{values.join(' · ')}</span>;
