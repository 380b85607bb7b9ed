import type { EmbeddedItem } from '../../../lib/corpus/embed-texts.ts';
import { norm } from '../../../lib/vectors/cosine.ts';
import type { Nearest, Ranked } from '../../../lib/vectors/nearest.ts';

export interface VectorRow {
  place: number;
  text: string;
  item: EmbeddedItem | null;
  /** What its color means, as an index of the groups or a step of the scale. */
  group: number | null;
  norm: number | null;
  /** The index of the nearest text, once known. */
  nearest: number | null;
  /** Similarity to the nearest text, or to the query. */
  cosine: number | null;
}

export const tableColumns = ['place', 'text', 'group', 'dimensions', 'norm', 'tokens', 'nearest', 'cosine'] as const;
export type TableColumn = (typeof tableColumns)[number];
export type SortColumn = Exclude<TableColumn, 'text' | 'group' | 'nearest'>;

/** Norms that differ by less show the same number in the table. */
const sameNorm = 0.00005;

/**
 * Returns the columns that distinguish rows: the group only where a column colors the points; dimensions and norms that are the same in all rows are in the line above
 * the table, and tokens that are only shares of a batch are a total there.
 */
export function columnsFor(items: readonly (EmbeddedItem | null)[], isColored: boolean): TableColumn[] {
  const vectors = items.flatMap((item) => item?.vector ?? []);
  const norms = vectors.map(normOf);
  const least = norms.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const isVaried: Partial<Record<TableColumn, boolean>> = {
    group: isColored,
    dimensions: vectors.some(({ length }) => length !== vectors[0]?.length),
    norm: norms.some((length) => length - least >= sameNorm),
    tokens: items.some((item) => item?.tokens != null && !item.isShare),
  };
  return tableColumns.filter((column) => isVaried[column] ?? true);
}

interface Known {
  texts: readonly string[];
  items: readonly (EmbeddedItem | null)[];
  nearest: Nearest | null;
  places: readonly number[];
  rowOf: Int32Array;
  /** By row: the group or step of its color. */
  of: Uint8Array | null;
  shown: ReadonlySet<number> | null;
  ranking: { results: readonly Ranked[] } | null;
}

/** Caches norms: a table of thousands of rows is rebuilt at every click. */
const norms = new WeakMap<Float32Array, number>();

function normOf(vector: Float32Array): number {
  const known = norms.get(vector) ?? norm(vector);
  norms.set(vector, known);
  return known;
}

export function vectorRows(known: Known): VectorRow[] {
  const { texts, items, nearest, places, rowOf, of, shown, ranking } = known;
  const rowFor = (place: number, cosine?: number): VectorRow => {
    const item = items[place] ?? null;
    const row = rowOf[place] ?? -1;
    const hasNear = nearest !== null && nearest.count > 0 && row >= 0;
    return {
      place,
      text: texts[place] ?? '',
      item,
      group: row < 0 ? null : (of?.[row] ?? null),
      norm: item?.vector ? normOf(item.vector) : null,
      nearest: hasNear ? (places[nearest.rows[row * nearest.count] as number] ?? null) : null,
      cosine: cosine ?? (hasNear ? (nearest.cosines[row * nearest.count] ?? null) : null),
    };
  };
  if (ranking) return ranking.results.map(({ row, score }) => rowFor(row, score));
  return texts.flatMap((_, place) => (shown === null || shown.has(place) ? [rowFor(place)] : []));
}

/** Sorts by a column, unknown values last; keeps the order without a column. */
export function sortRows(rows: VectorRow[], sort: { column: SortColumn; descending: boolean } | null): VectorRow[] {
  if (!sort || (sort.column === 'place' && !sort.descending)) return rows;
  const value = valueIn[sort.column];
  const sign = sort.descending ? -1 : 1;
  return rows.sort((one, other) => {
    const [first, second] = [value(one), value(other)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * (first - second) || one.place - other.place;
  });
}

const valueIn: Record<SortColumn, (row: VectorRow) => number | null> = {
  place: ({ place }) => place,
  dimensions: ({ item }) => item?.vector?.length ?? null,
  norm: (row) => row.norm,
  tokens: ({ item }) => item?.tokens ?? null,
  cosine: ({ cosine }) => cosine,
};
