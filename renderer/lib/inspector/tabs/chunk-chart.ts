import type { ChunkMark, EventRow } from '#shared/contract/exchanges.ts';
import type { Usage } from '#shared/protocol/part.ts';

/** A pause in the arrival of an answer, milliseconds after the start of the exchange. */
export interface Gap {
  fromMs: number;
  toMs: number;
}

export interface ChunkChart {
  /** Bytes that came in each equal stretch of time from `fromMs` to `toMs`. */
  columns: number[];
  /** Height of the highest column. */
  mostBytes: number;
  fromMs: number;
  toMs: number;
  /** Pauses worth naming, the longest first. */
  gaps: Gap[];
  chunks: number;
  totalBytes: number;
  /** Half of the chunks are smaller; half of the pauses between two are shorter. */
  medianBytes: number;
  medianPauseMs: number;
  /** From the first chunk to the last; `null` when there is no time between them. */
  bytesPerSecond: number | null;
}

/** A pause is named when it is this long, and this many times as long as is usual for the answer. */
const gapMs = 250;
const gapTimes = 5;
const mostGaps = 8;

/** How an answer arrived, for a chart of `count` columns; `null` when nothing came. */
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
    mostBytes: columns.reduce((most, bytes) => Math.max(most, bytes), 0),
    fromMs: first.atMs,
    toMs: last.atMs,
    gaps: pauses
      .filter(({ fromMs, toMs }) => toMs - fromMs >= Math.max(gapMs, medianPauseMs * gapTimes))
      .sort((one, two) => two.toMs - two.fromMs - (one.toMs - one.fromMs))
      .slice(0, mostGaps),
    chunks: marks.length,
    totalBytes,
    medianBytes: median(marks.map(({ sizeBytes }) => sizeBytes)),
    medianPauseMs,
    // The first chunk came before the time that is measured.
    bytesPerSecond: spanMs > 0 ? ((totalBytes - first.sizeBytes) / spanMs) * 1000 : null,
  };
}

function median(values: number[]): number {
  const sorted = values.sort((one, two) => one - two);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Kinds of events that bring what the model writes. */
const isWritten = (kind: string) => kind.endsWith('-delta');

/**
 * Tokens a second between the first and the last written event, from the count that the gateway reported; `null` when it
 * reported none or wrote all at once. The first event came before the time that is measured, so its share is left out.
 */
export function tokenRate(usage: Usage | null, rows: readonly EventRow[]): number | null {
  const tokens = usage?.outputTokens ?? null;
  const written = rows.filter(({ kind }) => isWritten(kind));
  const first = written[0];
  const last = written.at(-1);
  if (tokens === null || !first || !last || last.atMs <= first.atMs) return null;
  return ((tokens * (1 - 1 / written.length)) / (last.atMs - first.atMs)) * 1000;
}
