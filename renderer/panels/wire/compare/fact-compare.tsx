import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { formatBytes, formatMs, formatNumber, formatPercent, formatTime } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Table } from '../../../ui/lists/table.tsx';
import s from './compare.module.css';
import { type FactRow, factRows } from './fact-rows.ts';

const shown = (value: string | number | null, unit: FactRow['unit']): string => {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  if (unit === 'time') return formatTime(value);
  return unit === 'ms' ? formatMs(value) : unit === 'bytes' ? formatBytes(value) : formatNumber(value);
};

/** What can be said of both in a line each, the times as bars of one scale. */
export function FactCompare({ left, right }: { left: ExchangeDetail; right: ExchangeDetail }) {
  const t = useStrings().wireDetail.compare;
  const rows = factRows(left, right);
  const mostMs = Math.max(1, left.durationMs ?? 0, right.durationMs ?? 0);
  return (
    <div className={s.scroll}>
      <Table
        label={t.tabs.facts}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { id: 'fact', header: t.fact, width: 150, cell: ({ name }) => t.facts[name] },
          { id: 'left', header: t.sides.left, cell: (row) => <Value row={row} side="left" mostMs={mostMs} /> },
          { id: 'right', header: t.sides.right, cell: (row) => <Value row={row} side="right" mostMs={mostMs} /> },
          {
            id: 'difference',
            header: t.difference,
            width: 170,
            align: 'end',
            mono: true,
            cell: (row) => difference(row, t.words.same),
          },
        ]}
      />
    </div>
  );
}

function Value({ row, side, mostMs }: { row: FactRow; side: 'left' | 'right'; mostMs: number }) {
  const value = row[side];
  return (
    <span className={classes(s.value, row.left !== row.right && row.unit === 'word' && s.differs)}>
      <span className={s.figure}>{shown(value, row.unit)}</span>
      {row.unit === 'ms' && typeof value === 'number' && (
        <i className={s.barOf} style={{ width: `${Math.min(100, (value / mostMs) * 100)}%` }} />
      )}
    </span>
  );
}

/** How much the right side is more or less than the left. */
function difference({ left, right, unit }: FactRow, same: string): string {
  if (left === right) return same;
  if (typeof left !== 'number' || typeof right !== 'number' || unit === 'time') return '';
  const by = right - left;
  const share = left > 0 ? ` (${by > 0 ? '+' : '−'}${formatPercent(Math.abs(by) / left)})` : '';
  return `${by > 0 ? '+' : '−'}${shown(Math.abs(by), unit)}${share}`;
}
