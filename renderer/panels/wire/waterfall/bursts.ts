import type { ExchangeSummary } from '#shared/contract/exchanges.ts';

/** Exchanges that belong together in time: they share one axis of a waterfall. */
export interface Burst {
  /** Milliseconds since 1970. */
  fromAt: number;
  toAt: number;
  /** The newest first. */
  rows: ExchangeSummary[];
}

/** A pause this long, in milliseconds, ends a burst: on one axis with it nothing else could be read. */
const pauseMs = 20_000;

/** When an exchange was over; what runs is over now. */
export const endOf = ({ startedAt, durationMs, state }: ExchangeSummary, now: number): number =>
  state === 'running' ? Math.max(now, startedAt) : startedAt + (durationMs ?? 0);

/**
 * Cuts rows (the newest first) into bursts, the newest first. An exchange belongs to the burst before it when it began less
 * than 20 s after everything in that burst was over.
 */
export function burstsOf(rows: readonly ExchangeSummary[], now: number): Burst[] {
  const bursts: Burst[] = [];
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at] as ExchangeSummary;
    const toAt = endOf(row, now);
    const open = bursts.at(-1);
    if (open && row.startedAt - open.toAt < pauseMs) {
      open.rows.push(row);
      open.toAt = Math.max(open.toAt, toAt);
    } else bursts.push({ fromAt: row.startedAt, toAt, rows: [row] });
  }
  for (const burst of bursts) burst.rows.reverse();
  return bursts.reverse();
}
