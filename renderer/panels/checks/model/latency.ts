import type { CheckCell } from '#shared/contract/checks.ts';
import { groupOf } from './verdicts.ts';

/** The number a cell stands for: how long the gateway took to begin its answer, or to end it where only that is known. */
export const latencyOf = ({ firstByteMs, totalMs }: CheckCell): number | null => firstByteMs ?? totalMs;

/** A cell whose latency says something: one that was answered. */
export const isTimed = (cell: CheckCell): boolean =>
  cell.state === 'ended' && latencyOf(cell) !== null && ['works', 'odd'].includes(groupOf(cell.verdict));

export interface LatencyRange {
  fastestMs: number;
  slowestMs: number;
}

export function rangeOf(cells: readonly CheckCell[]): LatencyRange | null {
  const times = cells.filter(isTimed).map((cell) => latencyOf(cell) ?? 0);
  return times.length === 0 ? null : { fastestMs: Math.min(...times), slowestMs: Math.max(...times) };
}

/** How much of a cell's bar is filled, 0.06 to 1. Logarithmic: 20 ms and 40 ms differ as much as 2 s and 4 s. */
export function shareOf(ms: number, { fastestMs, slowestMs }: LatencyRange): number {
  const low = Math.log(Math.max(1, fastestMs));
  const span = Math.log(Math.max(1, slowestMs)) - low;
  const share = span <= 0 ? 0 : (Math.log(Math.max(1, ms)) - low) / span;
  return 0.06 + 0.94 * Math.min(1, Math.max(0, share));
}
