import type { ExchangeOrder } from '#shared/contract/exchanges.ts';

/** The columns of the list, in their order. */
export const columns = [
  'time',
  'path',
  'model',
  'connection',
  'key',
  'status',
  'verdict',
  'took',
  'cost',
  'size',
  'events',
  'finish',
  'origin',
] as const;
export type Column = (typeof columns)[number];

const usual: readonly Column[] = ['time', 'path', 'model', 'connection', 'key', 'status', 'verdict', 'took', 'cost'];

interface ColumnShape {
  /** Least width in px, and its share of what is left. */
  minPx: number;
  share: number;
  /** What the core sorts by; absent where it cannot. */
  order?: ExchangeOrder['by'];
  /** A number, at the right. */
  isNumber?: true;
}

/** The least width of the request shows `POST /v1/chat/completions` in full. */
export const shapeOf: Readonly<Record<Column, ColumnShape>> = {
  time: { minPx: 62, share: 0, order: 'started' },
  path: { minPx: 184, share: 3, order: 'address' },
  model: { minPx: 92, share: 2, order: 'model' },
  connection: { minPx: 84, share: 1.5, order: 'connection' },
  key: { minPx: 60, share: 1, order: 'key' },
  status: { minPx: 44, share: 0, order: 'status', isNumber: true },
  verdict: { minPx: 104, share: 0.5 },
  took: { minPx: 62, share: 0, order: 'duration', isNumber: true },
  cost: { minPx: 66, share: 0, order: 'cost', isNumber: true },
  size: { minPx: 62, share: 0, order: 'received', isNumber: true },
  events: { minPx: 52, share: 0, isNumber: true },
  finish: { minPx: 64, share: 0.5 },
  origin: { minPx: 72, share: 0.5 },
};

/** Columns that give way on a narrow table, the first of them first. */
const givesWay: readonly Column[] = [
  'origin',
  'finish',
  'events',
  'size',
  'cost',
  'connection',
  'key',
  'took',
  'model',
  'time',
];

const gapPx = 12;
const paddingPx = 32;

/** Returns the selected columns from what is saved: names joined by commas, empty for the usual ones. */
export function savedColumns(saved: string): readonly Column[] {
  const names = saved.split(',');
  const known = columns.filter((column) => names.includes(column));
  return known.length > 0 ? known : usual;
}

/** Returns what is saved after a column was selected or deselected. The request stays: without it a row is nameless. */
export function withColumn(saved: string, column: Column, isOn: boolean): string {
  const before = savedColumns(saved);
  const now = columns.filter((one) => one === 'path' || (one === column ? isOn : before.includes(one)));
  return now.join() === usual.join() ? '' : now.join();
}

/** Returns the columns that fit a table of a width in px. */
export function fittingColumns(selected: readonly Column[], widthPx: number): readonly Column[] {
  let fitting = selected;
  const needed = () => fitting.reduce((sum, column) => sum + shapeOf[column].minPx + gapPx, 0) - gapPx + paddingPx;
  for (const column of givesWay) {
    if (needed() <= widthPx) break;
    fitting = fitting.filter((one) => one !== column);
  }
  return fitting;
}

export const templateOf = (shown: readonly Column[]): string =>
  shown
    .map((column) => {
      const { minPx, share } = shapeOf[column];
      return share === 0 ? `${minPx}px` : `minmax(${minPx}px, ${share}fr)`;
    })
    .join(' ');

/** Returns the order after a press on the head of a column: sorted by it, then the other way round, then by time. */
export function nextOrder(before: ExchangeOrder | null, by: ExchangeOrder['by']): ExchangeOrder | null {
  if (by === 'started') return before === null ? { by, descending: false } : null;
  const first = by === 'duration' || by === 'received' || by === 'status' || by === 'cost';
  if (before?.by !== by) return { by, descending: first };
  return before.descending === first ? { by, descending: !first } : null;
}
