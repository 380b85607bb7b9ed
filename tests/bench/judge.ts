import { appendFileSync } from 'node:fs';
import type { GoalId } from './goals.ts';

/** One figure compared with its goal; `reason` is why it is missed where that is known. */
export interface Finding {
  goal: GoalId;
  what: string;
  figure: string;
  limit: string;
  held: boolean;
  reason?: string;
}

interface Measurement {
  goal: GoalId;
  /** What was measured, with its comparison. */
  what: string;
  value: number;
  limit: { atMost: number } | { atLeast: number };
  /** `x` for a ratio. */
  unit: string;
  /** The measured reason, where the goal is known to be missed. Shown only then. */
  reason?: string;
}

/** `scripts/bench.mjs` collects the benchmark results in this file. */
const collected = process.env.PATCHBAY_BENCH_FINDINGS;

/** A ratio far below one is shown as a fraction. */
function format(value: number, unit: string): string {
  if (unit === 'x' && value > 0 && value < 0.7) return `1/${(1 / value).toFixed(1)}`;
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
}

/**
 * Prints one line, such as `P06 held   1/38.6 (goal at most 1/20.0): …`, and stores it for the report. A missed goal sets exit
 * status 2; 1 means the benchmark itself failed.
 */
export function judge({ goal, what, value, limit, unit, reason }: Measurement): void {
  const held = 'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast;
  const finding: Finding = {
    goal,
    what,
    figure: format(value, unit),
    limit: 'atMost' in limit ? `at most ${format(limit.atMost, unit)}` : `at least ${format(limit.atLeast, unit)}`,
    held,
    ...(!held && reason !== undefined ? { reason } : {}),
  };
  console.log(`${goal} ${held ? 'held  ' : 'MISSED'} ${finding.figure} (goal ${finding.limit}): ${what}`);
  if (finding.reason !== undefined) console.log(`    ${finding.reason}`);
  if (!held) process.exitCode = 2;
  if (collected !== undefined) appendFileSync(collected, `${JSON.stringify(finding)}\n`);
}
