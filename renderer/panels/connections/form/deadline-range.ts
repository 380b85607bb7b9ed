import type { Deadlines } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';

/** Limits in the order in which they may strike. */
export const deadlineNames = [
  'connectMs',
  'headersMs',
  'idleMs',
  'totalMs',
] as const satisfies readonly (keyof Deadlines)[];
export type DeadlineName = (typeof deadlineNames)[number];

export interface DeadlineRange {
  /** Milliseconds; `null` when no route has one. */
  leastMs: number | null;
  mostMs: number | null;
  /** Some routes have no limit of this kind. */
  someNone: boolean;
}

const every = Object.values(routes).flatMap(({ deadlines, streamDeadlines }) =>
  streamDeadlines ? [deadlines, streamDeadlines] : [deadlines],
);

/** What the routes have of a limit by themselves. */
export function deadlineRange(name: DeadlineName): DeadlineRange {
  const given = every.map((deadlines) => deadlines[name]);
  const limits = given.filter((ms) => ms !== null);
  return {
    leastMs: limits.length > 0 ? Math.min(...limits) : null,
    mostMs: limits.length > 0 ? Math.max(...limits) : null,
    someNone: limits.length < given.length,
  };
}

/** A limit as it was written down: `20 s`, `10 min`. */
export const limitText = (ms: number): string => (ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`);
