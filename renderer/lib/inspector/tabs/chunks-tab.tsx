import type { ChunkMark, EventRow, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Usage } from '#shared/protocol/part.ts';
import { percentile } from '#shared/statistics.ts';
import { Facts } from '../../../ui/layout/facts.tsx';
import { useCall } from '../../client/query.ts';
import { formatBytes, formatMs, formatRate } from '../../i18n/format.ts';
import { useStrings } from '../../i18n/strings.ts';
import s from '../inspector.module.css';
import c from './chunks.module.css';
import type { EventLog } from './event-log.ts';
import { scaleMarks } from './timeline-model.ts';

const columns = 96;
const height = 120;

/** How the bytes of a response arrived: bytes over time, their total, and the pauses. */
export function ChunksTab({ exchange, log }: { exchange: ExchangeDetail; log: EventLog }) {
  const t = useStrings().inspector.chunks;
  const { data: recorded } = useCall('exchanges', 'chunks', { id: exchange.id });
  const isRunning = exchange.state === 'running';
  // The chunks of a running response are still being recorded: its events are the known marks.
  const marks = isRunning && log.rows.length > 0 ? log.rows : (recorded ?? []);
  const chart = chunkChart(marks, columns);
  if (!chart) return <p className={s.nothing}>{t.none}</p>;
  if (chart.toMs === chart.fromMs)
    return <p className={s.nothing}>{t.one(formatBytes(chart.totalBytes), formatMs(chart.fromMs))}</p>;
  const tokens = tokenRate(exchange.usage, log.rows);
  return (
    <div className={c.chunks}>
      <section className={s.section}>
        <h3>
          {t.title}{' '}
          <small>{t.chart(chart.chunks, formatBytes(chart.totalBytes), formatMs(chart.toMs - chart.fromMs))}</small>
        </h3>
        <Chart chart={chart} />
        <ul className={c.legend}>
          <li>
            <span className={c.bytes} />
            {t.columns(formatBytes(chart.peakBytes))}
          </li>
          <li>
            <span className={c.sum} />
            {t.cumulative}
          </li>
        </ul>
        {isRunning && <p className={c.note}>{t.running}</p>}
      </section>
      <section className={s.section}>
        <Facts
          items={[
            ...(chart.bytesPerSecond === null
              ? []
              : [{ label: t.rate, value: formatBytes(chart.bytesPerSecond), order: 'value-first' as const }]),
            ...(tokens === null ? [] : [{ label: t.tokens, value: formatRate(tokens), order: 'value-first' as const }]),
            { label: t.median, value: formatBytes(chart.medianBytes) },
            { label: t.pause, value: formatMs(chart.medianPauseMs) },
          ]}
        />
      </section>
      <section className={s.section}>
        <h3>{t.gapsTitle}</h3>
        {chart.gaps.length === 0 ? (
          <p className={c.note}>{t.noGaps}</p>
        ) : (
          <ul className={c.gaps}>
            {chart.gaps.map(({ fromMs, toMs }) => (
              <li key={fromMs}>{t.gap(formatMs(toMs - fromMs), formatMs(fromMs))}</li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

/** Drawn in units of a column; the text above and below says the same. */
function Chart({ chart }: { chart: ChunkChart }) {
  const t = useStrings().inspector.chunks;
  const spanMs = Math.max(1, chart.toMs - chart.fromMs);
  const place = (ms: number) => ((ms - chart.fromMs) / spanMs) * columns;
  let sum = 0;
  const line = chart.columns.map((bytes, index) => {
    sum += bytes;
    return `${index + 1},${height - (sum / chart.totalBytes) * height}`;
  });
  return (
    <div className={c.chart}>
      <svg
        viewBox={`0 0 ${columns} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.chart(chart.chunks, formatBytes(chart.totalBytes), formatMs(spanMs))}
      >
        {chart.gaps.map(({ fromMs, toMs }) => (
          <rect
            key={fromMs}
            className={c.gap}
            x={place(fromMs)}
            width={place(toMs) - place(fromMs)}
            y={0}
            height={height}
          />
        ))}
        {chart.columns.map((bytes, index) => {
          const tall = bytes === 0 ? 0 : Math.max(1.5, (bytes / chart.peakBytes) * height);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <rect key={index} className={c.column} x={index + 0.1} width={0.8} y={height - tall} height={tall} />
          );
        })}
        <polyline className={c.line} points={`0,${height} ${line.join(' ')}`} vectorEffect="non-scaling-stroke" />
      </svg>
      <div className={c.scale} aria-hidden>
        {scaleMarks(spanMs).map((at) => (
          <span key={at} style={{ left: `${(at / spanMs) * 100}%` }}>
            {formatMs(chart.fromMs + at)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** A pause in the arrival of a response, milliseconds after the start of the exchange. */
interface Gap {
  fromMs: number;
  toMs: number;
}

interface ChunkChart {
  /** Bytes that arrived in each equal interval from `fromMs` to `toMs`. */
  columns: number[];
  /** Height of the highest column. */
  peakBytes: number;
  fromMs: number;
  toMs: number;
  /** Notable pauses, the longest first. */
  gaps: Gap[];
  chunks: number;
  totalBytes: number;
  /** Medians over all chunks, and over all pauses between two. */
  medianBytes: number;
  medianPauseMs: number;
  /** From the first chunk to the last; `null` when there is no time between them. */
  bytesPerSecond: number | null;
}

/** A pause is notable when it is this long, and this many times the usual pause of the response. */
const gapMs = 250;
const gapTimes = 5;
const maxGaps = 8;

/** Returns how a response arrived, for a chart of `count` columns; `null` when nothing arrived. */
export function chunkChart(marks: readonly ChunkMark[], count: number): ChunkChart | null {
  const first = marks[0];
  const last = marks.at(-1);
  if (!first || !last) return null;
  const spanMs = last.atMs - first.atMs;
  const columns = new Array<number>(count).fill(0);
  let totalBytes = 0;
  for (const { atMs, sizeBytes } of marks) {
    const at = spanMs > 0 ? Math.min(count - 1, Math.floor(((atMs - first.atMs) / spanMs) * count)) : 0;
    columns[at] = (columns[at] ?? 0) + sizeBytes;
    totalBytes += sizeBytes;
  }
  const pauses = marks.slice(1).map(({ atMs }, index) => ({ fromMs: (marks[index] as ChunkMark).atMs, toMs: atMs }));
  const medianPauseMs = median(pauses.map(({ fromMs, toMs }) => toMs - fromMs));
  return {
    columns,
    peakBytes: columns.reduce((most, bytes) => Math.max(most, bytes), 0),
    fromMs: first.atMs,
    toMs: last.atMs,
    gaps: pauses
      .filter(({ fromMs, toMs }) => toMs - fromMs >= Math.max(gapMs, medianPauseMs * gapTimes))
      .sort((one, two) => two.toMs - two.fromMs - (one.toMs - one.fromMs))
      .slice(0, maxGaps),
    chunks: marks.length,
    totalBytes,
    medianBytes: median(marks.map(({ sizeBytes }) => sizeBytes)),
    medianPauseMs,
    // The first chunk arrived before the measured interval.
    bytesPerSecond: spanMs > 0 ? ((totalBytes - first.sizeBytes) / spanMs) * 1000 : null,
  };
}

/** 0 without values. */
const median = (values: readonly number[]): number => percentile(values, 0.5) ?? 0;

/** Kinds of events that carry what the model writes. */
const isWritten = (kind: string) => kind.endsWith('-delta');

/**
 * Returns tokens per second between the first and the last written event, from the count that the gateway reported;
 * `null` when it reported none or wrote everything at once. The first event arrived before the measured interval, so
 * its share is left out.
 */
export function tokenRate(usage: Usage | null, rows: readonly EventRow[]): number | null {
  const tokens = usage?.outputTokens ?? null;
  const written = rows.filter(({ kind }) => isWritten(kind));
  const first = written[0];
  const last = written.at(-1);
  if (tokens === null || !first || !last || last.atMs <= first.atMs) return null;
  return ((tokens * (1 - 1 / written.length)) / (last.atMs - first.atMs)) * 1000;
}
