import type { CheckCell } from '#shared/contract/checks.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import type { Matrix, MatrixColumn } from './matrix.ts';

/** The place a person stands on, by names: rows and columns may come and go under it. */
export interface Cursor {
  routeId: RouteId;
  columnId: string;
}

export interface Place {
  row: number;
  column: number;
}

/** Where the cursor stands in this matrix; at the first cell when its place is gone. */
export function placeOf({ rows, columns }: Matrix, cursor: Cursor | null): Place {
  const row = rows.findIndex(({ routeId }) => routeId === cursor?.routeId);
  const column = columns.findIndex(({ id }) => id === cursor?.columnId);
  return { row: Math.max(0, row), column: Math.max(0, column) };
}

export function cursorAt({ rows, columns }: Matrix, { row, column }: Place): Cursor | null {
  const at = rows[row];
  const across = columns[column];
  return at && across ? { routeId: at.routeId, columnId: across.id } : null;
}

export interface Chosen {
  routeId: RouteId;
  column: MatrixColumn;
  cell: CheckCell | null;
}

/** What stands under the cursor, or `null` when its place is gone. */
export function chosenIn({ rows, columns }: Matrix, cursor: Cursor | null): Chosen | null {
  const at = columns.findIndex(({ id }) => id === cursor?.columnId);
  const row = rows.find(({ routeId }) => routeId === cursor?.routeId);
  const column = columns[at];
  return row && column ? { routeId: row.routeId, column, cell: row.cells[at] ?? null } : null;
}

/** The place of a cell, for a press in a list of changes. */
export function cursorOn(matrix: Matrix, cellId: string): Cursor | null {
  for (const { routeId, cells } of matrix.rows) {
    const column = matrix.columns[cells.findIndex((cell) => cell?.id === cellId)];
    if (column) return { routeId, columnId: column.id };
  }
  return null;
}

const pageRows = 6;

/** Where a key leads, or `null` when it is none of the matrix's. With the command key Home and End mean the corners. */
export function step(key: string, { row, column }: Place, matrix: Matrix, command: boolean): Place | null {
  const lastRow = matrix.rows.length - 1;
  const lastColumn = matrix.columns.length - 1;
  if (lastRow < 0 || lastColumn < 0) return null;
  const to = (nextRow: number, nextColumn: number): Place => ({
    row: Math.min(lastRow, Math.max(0, nextRow)),
    column: Math.min(lastColumn, Math.max(0, nextColumn)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowDown':
      return to(row + 1, column);
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'Home':
      return to(command ? 0 : row, 0);
    case 'End':
      return to(command ? lastRow : row, lastColumn);
    case 'PageUp':
      return to(row - pageRows, column);
    case 'PageDown':
      return to(row + pageRows, column);
    default:
      return null;
  }
}
