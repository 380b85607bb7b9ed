import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import type { SelectHow } from '../../../ui/lists/virtual-list.tsx';
import { type Burst, burstsOf } from '../waterfall/waterfall-model.ts';

/** An item of the table: an exchange, a day caption, or the axis shared by a burst. */
export type TableItem =
  | { kind: 'row'; key: string; row: ExchangeSummary; burst: Burst | null }
  | { kind: 'day'; key: string; at: number }
  | { kind: 'burst'; key: string; burst: Burst };

/** Groups rows by day, newest first. Today needs no caption while it comes first. */
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

/** The rows alone: sorted by anything but time, they have no days. */
export const plainItems = (rows: readonly ExchangeSummary[]): TableItem[] =>
  rows.map((row) => ({ kind: 'row', key: row.id, row, burst: null }));

/** Groups rows by burst, each burst under its own axis. */
export const burstItems = (rows: readonly ExchangeSummary[], now: number): TableItem[] =>
  burstsOf(rows, now).flatMap((burst): TableItem[] => [
    { kind: 'burst', key: `burst ${burst.fromAt}`, burst },
    ...burst.rows.map((row): TableItem => ({ kind: 'row', key: row.id, row, burst })),
  ]);

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

interface RowSelection {
  cursorId: string | null;
  anchorId: string | null;
  selected: ReadonlySet<string>;
}

/**
 * Returns the selection after a row was clicked or reached by keyboard: the row alone, the range from the anchor to it
 * (Shift), or with the row toggled (Ctrl). `ids` are all rows in order.
 */
export function selectRow(before: RowSelection, ids: readonly string[], id: string, how: SelectHow): RowSelection {
  const from = how.extend ? ids.indexOf(before.anchorId ?? '') : -1;
  if (from >= 0) {
    const to = ids.indexOf(id);
    return {
      cursorId: id,
      anchorId: before.anchorId,
      selected: new Set(ids.slice(Math.min(from, to), Math.max(from, to) + 1)),
    };
  }
  if (!how.toggle) return { cursorId: id, anchorId: id, selected: new Set([id]) };
  const selected = new Set(before.selected);
  if (!selected.delete(id)) selected.add(id);
  return { cursorId: id, anchorId: id, selected };
}
