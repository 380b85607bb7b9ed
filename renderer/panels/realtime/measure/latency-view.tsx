import { formatMs, formatNumber, formatPosition } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Table } from '../../../ui/lists/table.tsx';
import { useSessionView } from '../live-session.ts';
import { latencyFigures, measuredTurns } from '../model/latency-figures.ts';
import type { LiveSession } from '../model/session-view.ts';
import s from './measure.module.css';

/** The latency of all turns: percentiles by kind, and each turn. Voice turns and typed turns are never mixed. */
export function LatencyView({ session }: { session: LiveSession }) {
  const t = useStrings().realtime.measure;
  const latencies = useSessionView(session, (view) => view.latencies);
  const turns = measuredTurns(latencies);
  if (turns.length === 0) return <p className={s.empty}>{t.empty}</p>;
  return (
    <div className={s.view}>
      <p className={s.hint}>{t.hint}</p>
      <Table
        label={t.byKind}
        rows={latencyFigures(turns)}
        rowKey={({ kind }) => kind}
        columns={[
          { id: 'kind', header: t.measured, cell: ({ kind }) => t.kinds[kind] },
          { id: 'count', header: t.count, align: 'end', width: 80, cell: ({ count }) => formatNumber(count) },
          { id: 'p50', header: 'p50', align: 'end', width: 90, cell: ({ p50 }) => formatMs(p50) },
          { id: 'p95', header: 'p95', align: 'end', width: 90, cell: ({ p95 }) => formatMs(p95) },
          { id: 'min', header: t.min, align: 'end', width: 90, cell: ({ min }) => formatMs(min) },
          { id: 'max', header: t.max, align: 'end', width: 90, cell: ({ max }) => formatMs(max) },
        ]}
      />
      <Table
        label={t.byTurn}
        rows={turns.toReversed()}
        rowKey={({ turn }) => String(turn)}
        columns={[
          { id: 'turn', header: t.turn, width: 70, cell: ({ turn }) => formatNumber(turn) },
          { id: 'kind', header: t.measured, cell: ({ kind }) => t.kinds[kind] },
          { id: 'at', header: t.at, align: 'end', width: 110, cell: ({ atMs }) => formatPosition(atMs) },
          { id: 'ms', header: t.latency, align: 'end', width: 110, cell: ({ ms }) => formatMs(ms) },
        ]}
      />
    </div>
  );
}
