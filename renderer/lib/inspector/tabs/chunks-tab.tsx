import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { Facts } from '../../../ui/layout/facts.tsx';
import { useCall } from '../../client/query.ts';
import { formatBytes, formatMs, formatRate } from '../../i18n/format.ts';
import { useStrings } from '../../i18n/strings.ts';
import s from '../inspector.module.css';
import { type ChunkChart, chunkChart, tokenRate } from './chunk-chart.ts';
import c from './chunks.module.css';
import type { EventLog } from './event-log.ts';
import { scaleMarks } from './timeline-model.ts';

const columns = 96;
const height = 120;

/** How the bytes of an answer arrived: bytes over time, the sum of them, and the pauses. */
export function ChunksTab({ exchange, log }: { exchange: ExchangeDetail; log: EventLog }) {
  const t = useStrings().wireDetail.chunks;
  const { data: recorded } = useCall('exchanges', 'chunks', { id: exchange.id });
  const isRunning = exchange.state === 'running';
  // The chunks of a running answer are still being recorded: its events are the marks that are known.
  const marks = isRunning && log.rows.length > 0 ? log.rows : (recorded ?? []);
  const chart = chunkChart(marks, columns);
  if (!chart) return <p className={s.nothing}>{t.none}</p>;
  if (chart.toMs === chart.fromMs)
    return <p className={s.nothing}>{t.one(formatBytes(chart.totalBytes), formatMs(chart.fromMs))}</p>;
  const tokens = tokenRate(exchange.usage, log.rows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.scroll} tabIndex={0} aria-label={t.title}>
      <section className={s.section}>
        <h3>
          {t.title}{' '}
          <small>{t.chart(chart.chunks, formatBytes(chart.totalBytes), formatMs(chart.toMs - chart.fromMs))}</small>
        </h3>
        <Chart chart={chart} />
        <ul className={c.legend}>
          <li>
            <span className={c.bytes} />
            {t.columns(formatBytes(chart.mostBytes))}
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
    </section>
  );
}

/** Drawn in units of a column; the words above and below say the same. */
function Chart({ chart }: { chart: ChunkChart }) {
  const t = useStrings().wireDetail.chunks;
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
          const tall = bytes === 0 ? 0 : Math.max(1.5, (bytes / chart.mostBytes) * height);
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
