import type { CellHead, CellMetrics } from '#shared/contract/compare.ts';
import { percentile } from '#shared/statistics.ts';
import { normalizeJson } from '../../../lib/diff/diff-text.ts';

/** The columns of the table of figures; times in milliseconds. */
export const figureNames = [
  'ttft',
  'interToken',
  'interChunkP95',
  'rate',
  'latency',
  'tokensIn',
  'tokensOut',
  'reasoning',
  'cached',
  'bytes',
] as const;
export type FigureName = (typeof figureNames)[number];

/** A figure over the repeats of a lane. */
export interface Figure {
  median: number;
  min: number;
  max: number;
  /** How many repeats have it. */
  count: number;
}

export type Figures = Readonly<Record<FigureName, Figure | null>>;

const readers: Record<FigureName, (metrics: CellMetrics) => number | null | undefined> = {
  ttft: ({ ttftMs }) => ttftMs,
  interToken: ({ interTokenMs }) => interTokenMs,
  interChunkP95: ({ interChunkP95Ms }) => interChunkP95Ms,
  rate: ({ tokensPerSecond }) => tokensPerSecond,
  latency: ({ latencyMs }) => latencyMs,
  tokensIn: ({ usage }) => usage?.inputTokens,
  tokensOut: ({ usage }) => usage?.outputTokens,
  reasoning: ({ usage }) => usage?.reasoningTokens,
  cached: ({ usage }) => usage?.cachedTokens,
  bytes: ({ receivedBytes }) => receivedBytes,
};

/** Returns the figures of a lane from its complete replies. */
export function figuresOf(cells: readonly Pick<CellHead, 'state' | 'metrics'>[]): Figures {
  const complete = cells.flatMap(({ state, metrics }) =>
    metrics && (state === 'done' || state === 'done-with-warnings') ? [metrics] : [],
  );
  const entries = figureNames.map((name) => {
    const values = complete.flatMap((metrics) => readers[name](metrics) ?? []);
    const median = percentile(values, 0.5);
    const figure: Figure | null =
      median === null ? null : { median, min: Math.min(...values), max: Math.max(...values), count: values.length };
    return [name, figure] as const;
  });
  return Object.fromEntries(entries) as Record<FigureName, Figure | null>;
}

/** Whether less or more of a figure is better; absent where neither is. */
const directions: Partial<Record<FigureName, 'least' | 'most'>> = {
  ttft: 'least',
  interToken: 'least',
  interChunkP95: 'least',
  rate: 'most',
  latency: 'least',
};

/**
 * Returns the lane with the best value of a column; `null` where none is better: a single lane, equal values, or ranges
 * of repeats that overlap.
 */
export function bestLane(rows: readonly { laneId: string; figures: Figures }[], name: FigureName): string | null {
  const direction = directions[name];
  if (direction === undefined) return null;
  const known = rows.flatMap(({ laneId, figures: { [name]: figure } }) => (figure ? [{ laneId, figure }] : []));
  const sign = direction === 'least' ? 1 : -1;
  const [best, second] = known.toSorted((one, other) => sign * (one.figure.median - other.figure.median));
  if (!best || !second) return null;
  const isApart = direction === 'least' ? best.figure.max < second.figure.min : best.figure.min > second.figure.max;
  return isApart ? best.laneId : null;
}

/** How far the replies of a lane's repeats agree. */
export type Agreement = 'identical' | 'same-json' | 'different';

/** Compares the replies of repeats; `null` with fewer than two. */
export function agreementOf(texts: readonly string[]): Agreement | null {
  if (texts.length < 2) return null;
  const [first = '', ...others] = texts.map((text) => text.trim());
  if (others.every((text) => text === first)) return 'identical';
  const json = [first, ...others].map((text) => normalizeJson(text, true));
  return json[0] !== null && json.every((one) => one === json[0]) ? 'same-json' : 'different';
}
