import type { TurnLatency } from '#shared/contract/realtime.ts';
import { type LatencyKind, latencyKinds, latencyOf } from '#shared/protocol/turn-latency.ts';
import { percentile } from '#shared/statistics.ts';
import { formatMs, formatNumber, formatPosition } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Figure } from '../../ui/layout/figure.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { useSessionView } from './live-session.ts';
import s from './measure.module.css';
import type { LiveSession } from './model/session-view.ts';

/** The latency of the last turn as one large number, its percentiles over the turns of the same kind, and the tokens. */
export function SessionFigures({ session }: { session: LiveSession }) {
  const t = useStrings().realtime.measure;
  const latencies = useSessionView(session, (view) => view.latencies);
  const turns = measuredTurns(latencies);
  const last = turns.at(-1);
  const figures = last && latencyFigures(turns).find(({ kind }) => kind === last.kind);
  return (
    <div className={s.line}>
      <TokenCount session={session} />
      {last && figures && (
        <div className={s.latency}>
          <Figure>{formatMs(last.ms)}</Figure>
          <div className={s.captions}>
            <span>{t.kinds[last.kind]}</span>
            <span className="num">
              {figures.count === 1
                ? t.firstTurn
                : t.percentiles(formatMs(figures.p50), formatMs(figures.p95), formatNumber(figures.count))}
            </span>
          </div>
        </div>
      )}
    </div>
  );
}

/** What the gateway counted; a response that it ended without a usage is named, not estimated. */
function TokenCount({ session }: { session: LiveSession }) {
  const t = useStrings().realtime.measure;
  const { input, output, replies, unreported } = useSessionView(session, (view) => view.usage);
  if (replies === 0) return null;
  return (
    <div className={s.tokens}>
      <span className="num">
        {unreported === replies ? t.noUsage : t.tokens(formatNumber(input), formatNumber(output))}
      </span>
      {unreported > 0 && unreported < replies && <span>{t.unreported(unreported, replies)}</span>}
    </div>
  );
}

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

/** The latency of one turn in milliseconds, and when it was over, in milliseconds after the start of the session. */
interface MeasuredTurn {
  turn: number;
  kind: LatencyKind;
  ms: number;
  atMs: number;
}

/** Latency of all turns of one kind, in milliseconds. */
interface LatencyFigures {
  kind: LatencyKind;
  count: number;
  p50: number;
  p95: number;
  min: number;
  max: number;
}

/**
 * Returns the turns with a latency, in order. The newest one counts only when its first audio has arrived or it is over:
 * the words of a spoken reply may arrive before its audio.
 */
export const measuredTurns = (latencies: readonly TurnLatency[]): MeasuredTurn[] =>
  latencies.flatMap((turn, at) => {
    const measured = latencyOf(turn);
    const isSettled = turn.firstAudioMs !== null || turn.doneMs !== null || at < latencies.length - 1;
    if (!measured || !isSettled) return [];
    return [{ turn: turn.turn, ...measured, atMs: turn.firstAudioMs ?? turn.firstWordMs ?? 0 }];
  });

/** Returns the figures of each kind that occurred. Kinds are never mixed: they do not measure the same thing. */
export const latencyFigures = (turns: readonly MeasuredTurn[]): LatencyFigures[] =>
  latencyKinds.flatMap((kind) => {
    const times = turns.filter((turn) => turn.kind === kind).map(({ ms }) => ms);
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    if (p50 === null || p95 === null) return [];
    return [{ kind, count: times.length, p50, p95, min: Math.min(...times), max: Math.max(...times) }];
  });
