import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import { type Burst, burstsOf } from '../waterfall/bursts.ts';

/** A line of the table: an exchange, the day under which exchanges stand, or the axis that a burst of them shares. */
export type TableItem =
  | { kind: 'row'; key: string; row: ExchangeSummary; burst: Burst | null }
  | { kind: 'day'; key: string; at: number }
  | { kind: 'burst'; key: string; burst: Burst };

/** Rows by day, the newest first. Today needs no caption while it stands first. */
export function dayItems(rows: readonly ExchangeSummary[], now: number): TableItem[] {
  const items: TableItem[] = [];
  let day = midnight(now);
  for (const row of rows) {
    const own = midnight(row.startedAt);
    if (own !== day) items.push({ kind: 'day', key: `day ${own}`, at: own });
    day = own;
    items.push({ kind: 'row', key: row.id, row, burst: null });
  }
  return items;
}

/** Rows by burst, each burst under its own axis. */
export const burstItems = (rows: readonly ExchangeSummary[], now: number): TableItem[] =>
  burstsOf(rows, now).flatMap((burst): TableItem[] => [
    { kind: 'burst', key: `burst ${burst.fromAt}`, burst },
    ...burst.rows.map((row): TableItem => ({ kind: 'row', key: row.id, row, burst })),
  ]);

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);
