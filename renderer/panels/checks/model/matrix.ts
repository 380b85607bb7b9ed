import type { CheckCell } from '#shared/contract/checks.ts';
import { type RouteGroup, type RouteId, routeIds } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { groupOf, type VerdictGroup } from './verdicts.ts';

export const sections = ['text', 'media', 'video', 'native'] as const;
/** Rows are grouped by purpose. */
export type Section = (typeof sections)[number];

const sectionByGroup: Record<RouteGroup, Section> = {
  text: 'text',
  vectors: 'media',
  images: 'media',
  audio: 'media',
  video: 'video',
  native: 'native',
  // Checks have no request of their own for it.
  custom: 'native',
};

export const sectionOf = (routeId: RouteId): Section => sectionByGroup[routes[routeId].group];

export interface MatrixColumn {
  id: string;
  keyId: string | null;
  keyAlias: string | null;
  /** The one model of the column; `null` when each route has its own or none takes one. */
  model: string | null;
  /** Its position among the columns of its key, from 1, where each route has its own models. */
  rank: number | null;
}

export interface MatrixRow {
  routeId: RouteId;
  section: Section;
  /** In the order of the columns; `null` where nothing was planned. */
  cells: (CheckCell | null)[];
}

export interface Matrix {
  columns: MatrixColumn[];
  rows: MatrixRow[];
}

/**
 * Arranges the cells of a run in rows and columns. Where the user selected models, a column is a key with a model, and
 * a route that takes no model shows its one cell in every column of the key. Where every route has its own best models,
 * a column is a key with "the first, the second ... best".
 */
export function buildMatrix(cells: readonly CheckCell[], hasSelectedModels: boolean): Matrix {
  const keys = new Map<string, { keyId: string | null; keyAlias: string | null; cells: CheckCell[] }>();
  for (const cell of cells) {
    const name = cell.keyId ?? '';
    const found = keys.get(name);
    if (found) found.cells.push(cell);
    else keys.set(name, { keyId: cell.keyId, keyAlias: cell.keyAlias, cells: [cell] });
  }
  const present = new Set(cells.map(({ routeId }) => routeId));
  const shownRoutes = sections.flatMap((section) =>
    routeIds.filter((routeId) => present.has(routeId) && sectionOf(routeId) === section),
  );
  const byRoute = new Map<RouteId, (CheckCell | null)[]>(shownRoutes.map((routeId) => [routeId, []]));
  const columns = [...keys.values()].flatMap((key) => {
    const found = hasSelectedModels ? columnsByModel(key.cells) : columnsByRank(key.cells);
    return found.map(({ name, model, rank, at }): MatrixColumn => {
      for (const routeId of shownRoutes) byRoute.get(routeId)?.push(at(routeId));
      return { id: `${key.keyId ?? ''} ${name}`, keyId: key.keyId, keyAlias: key.keyAlias, model, rank };
    });
  });
  const rows = shownRoutes.map((routeId) => ({
    routeId,
    section: sectionOf(routeId),
    cells: byRoute.get(routeId) ?? [],
  }));
  return { columns, rows };
}

interface Slice {
  name: string;
  model: string | null;
  rank: number | null;
  at: (routeId: RouteId) => CheckCell | null;
}

function columnsByModel(cells: readonly CheckCell[]): Slice[] {
  const models = [...new Set(cells.map(({ model }) => model).filter((model) => model !== null))];
  const found = new Map(cells.map((cell) => [`${cell.routeId} ${cell.model ?? ''}`, cell]));
  const slice = (model: string | null): Slice => ({
    name: model ?? '',
    model,
    rank: null,
    at: (routeId) => found.get(`${routeId} ${model ?? ''}`) ?? found.get(`${routeId} `) ?? null,
  });
  return models.length === 0 ? [slice(null)] : models.map(slice);
}

function columnsByRank(cells: readonly CheckCell[]): Slice[] {
  const byRoute = Map.groupBy(cells, ({ routeId }) => routeId);
  const ranks = Math.max(...[...byRoute.values()].map(({ length }) => length));
  return Array.from({ length: ranks }, (_, rank) => ({
    name: `${rank + 1}`,
    model: null,
    rank: ranks > 1 ? rank + 1 : null,
    at: (routeId) => byRoute.get(routeId)?.[rank] ?? null,
  }));
}

/** Leaves out rows and columns without a cell of the wanted groups. An empty list shows all. */
export function filterMatrix(matrix: Matrix, wanted: readonly VerdictGroup[]): Matrix {
  if (wanted.length === 0) return matrix;
  const matches = (cell: CheckCell | null) => cell !== null && isWanted(cell, wanted);
  const rows = matrix.rows.filter(({ cells }) => cells.some(matches));
  const kept = matrix.columns.map((_, index) => rows.some(({ cells }) => matches(cells[index] ?? null)));
  return {
    columns: matrix.columns.filter((_, index) => kept[index]),
    rows: rows.map((row) => ({ ...row, cells: row.cells.filter((_, index) => kept[index]) })),
  };
}

/** Whether a cell matches the pressed chips. */
export const isWanted = (cell: CheckCell, wanted: readonly VerdictGroup[]): boolean =>
  wanted.length === 0 || (cell.state === 'ended' && wanted.includes(groupOf(cell.verdict)));

/** The cursor by ids, since rows and columns may be added or removed. */
export interface Cursor {
  routeId: RouteId;
  columnId: string;
}

export interface Position {
  row: number;
  column: number;
}

/** Returns the position of the cursor in this matrix; the first cell when its row or column no longer exists. */
export function positionOf({ rows, columns }: Matrix, cursor: Cursor | null): Position {
  const row = rows.findIndex(({ routeId }) => routeId === cursor?.routeId);
  const column = columns.findIndex(({ id }) => id === cursor?.columnId);
  return { row: Math.max(0, row), column: Math.max(0, column) };
}

export function cursorAt({ rows, columns }: Matrix, { row, column }: Position): Cursor | null {
  const at = rows[row];
  const across = columns[column];
  return at && across ? { routeId: at.routeId, columnId: across.id } : null;
}

interface SelectedCell {
  routeId: RouteId;
  column: MatrixColumn;
  cell: CheckCell | null;
}

/** Returns the cell under the cursor, or `null` when its row or column no longer exists. */
export function selectedCell({ rows, columns }: Matrix, cursor: Cursor | null): SelectedCell | null {
  const at = columns.findIndex(({ id }) => id === cursor?.columnId);
  const row = rows.find(({ routeId }) => routeId === cursor?.routeId);
  const column = columns[at];
  return row && column ? { routeId: row.routeId, column, cell: row.cells[at] ?? null } : null;
}

/** Returns the cursor of a cell, for a click in a list of changes. */
export function cursorOf(matrix: Matrix, cellId: string): Cursor | null {
  for (const { routeId, cells } of matrix.rows) {
    const column = matrix.columns[cells.findIndex((cell) => cell?.id === cellId)];
    if (column) return { routeId, columnId: column.id };
  }
  return null;
}

const pageRows = 6;

/**
 * Returns where a key moves the cursor, or `null` when the matrix does not handle the key. With the command key, Home
 * and End go to the corners.
 */
export function moveCursor(key: string, { row, column }: Position, matrix: Matrix, command: boolean): Position | null {
  const lastRow = matrix.rows.length - 1;
  const lastColumn = matrix.columns.length - 1;
  if (lastRow < 0 || lastColumn < 0) return null;
  const to = (nextRow: number, nextColumn: number): Position => ({
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
