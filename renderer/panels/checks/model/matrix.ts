import type { CheckCell } from '#shared/contract/checks.ts';
import { type RouteGroup, type RouteId, routeIds } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { groupOf, type VerdictGroup } from './verdicts.ts';

export const sections = ['text', 'media', 'video', 'native'] as const;
/** Rows stand together by what they are for. */
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
  /** Its place among the columns of its key, from 1, where each route has its own models. */
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
 * Puts the cells of a run into rows and columns. Where the person chose models, a column is a key with a model, and a
 * route that takes no model shows its one cell in every column of the key. Where every route has its own best models, a
 * column is a key with "the first, the second ... best".
 */
export function layOut(cells: readonly CheckCell[], chosenModels: boolean): Matrix {
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
    const found = chosenModels ? columnsByModel(key.cells) : columnsByRank(key.cells);
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

/** Leaves out rows and columns in which no cell belongs to the wanted groups. No wish shows all. */
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

/** Whether a cell stands in the light of the chips that are pressed. */
export const isWanted = (cell: CheckCell, wanted: readonly VerdictGroup[]): boolean =>
  wanted.length === 0 || (cell.state === 'ended' && wanted.includes(groupOf(cell.verdict)));
