import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import s from './table.module.css';

export interface TableColumn<T> {
  id: string;
  header: ReactNode;
  cell: (row: T) => ReactNode;
  align?: 'start' | 'end' | undefined;
  /** A CSS length; columns without it share the remaining width. */
  width?: string | number | undefined;
  mono?: boolean | undefined;
}

export interface TableProps<T> {
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  label: string;
  empty?: ReactNode;
}

/** Rows and columns for tens to hundreds of rows; use `VirtualList` for longer ones. */
export function Table<T>({ columns, rows, rowKey, label, empty }: TableProps<T>) {
  return (
    <table className={s.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ id, header, align, width }) => (
            <th key={id} scope="col" className={classes(align === 'end' && s.end)} style={{ width }}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ id, cell, align, mono }) => (
              <td key={id} className={classes(align === 'end' && s.end, mono && 'mono-s')}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
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
