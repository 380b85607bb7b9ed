import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import s from './table.module.css';

export interface TableColumn<T> {
  id: string;
  header: ReactNode;
  cell: (row: T) => ReactNode;
  align?: 'start' | 'end' | undefined;
  /** A css length; columns without it share what is left. */
  width?: string | number | undefined;
  mono?: boolean | undefined;
  sortable?: boolean | undefined;
}

export interface TableSort {
  column: string;
  descending: boolean;
}

export interface TableProps<T> {
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  label: string;
  selectedKey?: string | null | undefined;
  onSelect?: ((row: T) => void) | undefined;
  /** Enter or double click on a row. */
  onOpen?: ((row: T) => void) | undefined;
  /** The order the rows already have; the table does not sort. */
  sort?: TableSort | undefined;
  onSortChange?: ((sort: TableSort) => void) | undefined;
  empty?: ReactNode;
}

/** Rows and columns for tens to hundreds of rows; longer ones belong into `VirtualList`. */
export function Table<T>({
  columns,
  rows,
  rowKey,
  label,
  selectedKey,
  onSelect,
  onOpen,
  sort,
  onSortChange,
  empty,
}: TableProps<T>) {
  const selects = onSelect !== undefined;
  const reachable = rows.some((row) => rowKey(row) === selectedKey) ? selectedKey : rows[0] && rowKey(rows[0]);

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, row: T, index: number) => {
    if (event.target !== event.currentTarget) return;
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key];
    const target = next === undefined ? undefined : rows[next];
    if (target) {
      event.preventDefault();
      onSelect?.(target);
      const body = event.currentTarget.parentElement;
      (body?.children[next ?? 0] as HTMLElement | undefined)?.focus();
    } else if (event.key === 'Enter' && onOpen) {
      event.preventDefault();
      onOpen(row);
    }
  };

  return (
    <table className={s.table} aria-label={label} role={selects ? 'grid' : undefined}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSortChange={onSortChange} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const key = rowKey(row);
          const rowProps = selects && {
            tabIndex: key === reachable ? 0 : -1,
            'aria-selected': key === selectedKey,
            onClick: () => onSelect(row),
            onDoubleClick: () => onOpen?.(row),
            onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => onKeyDown(event, row, index),
          };
          return (
            <tr key={key} {...rowProps} className={classes(selects && s.choosable, key === selectedKey && s.selected)}>
              {columns.map((column) => (
                <td key={column.id} className={classes(column.align === 'end' && s.end, column.mono && 'mono-s')}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          );
        })}
        {rows.length === 0 && empty !== undefined && (
          <tr>
            <td colSpan={columns.length} className={s.empty}>
              {empty}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface HeadCellProps<T> {
  column: TableColumn<T>;
  sort: TableSort | undefined;
  onSortChange: ((sort: TableSort) => void) | undefined;
}

function HeadCell<T>({ column, sort, onSortChange }: HeadCellProps<T>) {
  const sorted = sort?.column === column.id ? sort : undefined;
  const sorts = column.sortable && onSortChange;
  const order = sorted && (sorted.descending ? 'descending' : 'ascending');
  return (
    <th
      scope="col"
      aria-sort={sorts ? (order ?? 'none') : undefined}
      className={classes(column.align === 'end' && s.end)}
      style={{ width: column.width }}
    >
      {sorts ? (
        <button
          type="button"
          className={s.sort}
          onClick={() => onSortChange({ column: column.id, descending: sorted ? !sorted.descending : false })}
        >
          {column.header}
          {sorted && <Icon of={sorted.descending ? ArrowDown : ArrowUp} size="xs" />}
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}
