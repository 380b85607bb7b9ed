import type { CompareCell, CompareRun, Lane } from '#shared/contract/compare.ts';
import { formatCount, formatDuration } from '#shared/format.ts';
import { tableOf } from './check-lines.ts';

/** The tables of `compare`. */

export const nameOf = (lane: Lane | undefined): string => `${lane?.model}, ${lane?.routeId}`;

/** Returns how a cell of a sheet ended, on one line. */
export function outcomeOf({ state, failure, metrics, assertions }: CompareCell): string {
  const passed = assertions.filter(({ verdict }) => verdict === 'passed').length;
  const time = metrics?.latencyMs == null ? '' : `, ${formatDuration(metrics.latencyMs)}`;
  if (failure) return `${state}: ${failure.message}`;
  return `${state}${time}${assertions.length > 0 ? `, ${passed} of ${assertions.length} assertions passed` : ''}`;
}

const duration = (ms: number | null | undefined): string => (ms == null ? '-' : formatDuration(ms));
const number = (value: number | null | undefined, digits = 0): string =>
  value == null ? '-' : digits > 0 ? value.toFixed(digits) : formatCount(value);

/** Returns the figures of each reply; `-` where the response does not allow the figure. */
export function figuresTable({ input }: CompareRun, cells: readonly CompareCell[]): string {
  const lanes = new Map(input.lanes.map((lane) => [lane.id, lane]));
  const lines = cells.map(({ laneId, state, metrics }) => [
    lanes.get(laneId)?.model ?? laneId,
    lanes.get(laneId)?.routeId ?? '',
    state,
    duration(metrics?.ttftMs),
    duration(metrics?.interTokenMs),
    number(metrics?.tokensPerSecond, 1),
    duration(metrics?.latencyMs),
    number(metrics?.usage?.inputTokens),
    number(metrics?.usage?.outputTokens),
    metrics?.finishReason ?? '-',
  ]);
  return tableOf([
    ['model', 'route', 'state', 'TTFT', 'inter-token', 'tok/s', 'latency', 'in', 'out', 'finish'],
    ...lines,
  ]);
}

/** Returns what each lane of a sheet passed, and how long it took. */
export function sheetTable({ input, byLane }: CompareRun, cells: readonly CompareCell[]): string {
  const lines = input.lanes.map(({ id, model, routeId }) => {
    const { ended = 0, failed = 0, passed = 0, asserted = 0 } = byLane[id] ?? {};
    const times = cells.flatMap(({ laneId, metrics }) => (laneId === id ? (metrics?.latencyMs ?? []) : []));
    const mean = times.length > 0 ? times.reduce((sum, ms) => sum + ms, 0) / times.length : null;
    const rate = asserted > 0 ? `${formatCount(passed)} of ${formatCount(asserted)}` : '-';
    return [model, routeId, formatCount(ended), formatCount(failed), rate, duration(mean)];
  });
  return tableOf([['model', 'route', 'replies', 'failed', 'passed', 'mean latency'], ...lines]);
}
