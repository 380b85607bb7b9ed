import type { TextItem } from '../../../lib/corpus/text-column.ts';

/** What the colors of the points mean: groups with a name each, or a number on a scale. */
export interface Coloring {
  /** The column of the texts; `null`: the clusters. */
  column: string | null;
  /** By row: the index of its group, or its step on the scale. `null` until the clusters are known. */
  of: Uint8Array | null;
  /** Empty for a scale. */
  groups: ColorGroup[];
  scale: ColorScale | null;
}

export interface ColorGroup {
  name: string;
  count: number;
  /** It has no mark of its own: other values than the frequent ones, or none. */
  isRest: boolean;
}

export interface ColorScale {
  low: number;
  high: number;
  /** Texts without a number there. */
  without: number;
}

/** As many groups have a mark of their own: six hues in three shapes. */
export const maxGroups = 18;
/** Colors of a scale; rows without a number have the step after the last. */
export const scaleSteps = 24;
/** Whole numbers with at most this many values are labels or grades rather than measurements. */
const maxGrades = 10;
/** A column is numeric although a few of its cells are not. */
const numericShare = 0.9;

/** Colors by cluster. @param groups the cluster of each row, `null` until it is known. */
export function clusterColoring(groups: Uint16Array | null, names: readonly string[]): Coloring {
  const counts = names.map(() => 0);
  for (const group of groups ?? []) counts[group] = (counts[group] ?? 0) + 1;
  return {
    column: null,
    of: groups && Uint8Array.from(groups),
    groups: names.map((name, group) => ({ name, count: counts[group] ?? 0, isRest: false })),
    scale: null,
  };
}

interface ColumnWords {
  /** The group of the values that are too rare for a mark of their own. */
  other: string;
  /** The group of the texts without a value. */
  none: string;
}

/**
 * Colors by a column of the table the texts are from. Numbers make a scale, unless they are a few whole numbers; other
 * values make groups, the most frequent ones first.
 *
 * @param rows the text of each row.
 */
export function columnColoring(rows: readonly TextItem[], column: string, words: ColumnWords): Coloring {
  const values = rows.map(({ fields }) => fields[column]?.trim() ?? '');
  const numbers = values.map(numberIn);
  const given = values.filter((value) => value !== '').length;
  const known = numbers.filter((number) => number !== null);
  const isNumeric = known.length > 0 && known.length >= given * numericShare;
  const isGrade = new Set(known).size <= maxGrades && known.every(Number.isInteger);
  if (isNumeric && !(isGrade && known.length === given)) return scaleOf(column, numbers);
  return groupsOf(column, values, isNumeric, words);
}

const decimal = /^[-+]?(\d+(?:\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

const numberIn = (value: string): number | null => (decimal.test(value) ? Number(value) : null);

function scaleOf(column: string, numbers: readonly (number | null)[]): Coloring {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    if (number === null) continue;
    low = Math.min(low, number);
    high = Math.max(high, number);
  }
  const stepOf = (number: number) =>
    high === low ? 0 : Math.min(scaleSteps - 1, Math.floor(((number - low) / (high - low)) * scaleSteps));
  return {
    column,
    of: Uint8Array.from(numbers, (number) => (number === null ? scaleSteps : stepOf(number))),
    groups: [],
    scale: { low, high, without: numbers.filter((number) => number === null).length },
  };
}

function groupsOf(column: string, values: readonly string[], isNumeric: boolean, words: ColumnWords): Coloring {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  const frequent = [...counts].sort(
    ([one, first], [other, second]) => second - first || one.localeCompare(other, undefined, { numeric: true }),
  );
  const marked = frequent.slice(0, frequent.length > maxGroups ? maxGroups - 1 : maxGroups);
  if (isNumeric) marked.sort(([one], [other]) => Number(one) - Number(other));
  const groups = marked.map(([name, count]): ColorGroup => ({ name, count, isRest: false }));
  const place = new Map(marked.map(([name], at) => [name, at]));
  const restOf = (name: string, count: number) => (count === 0 ? -1 : groups.push({ name, count, isRest: true }) - 1);
  const without = values.filter((value) => value === '').length;
  const others = values.length - without - groups.reduce((sum, { count }) => sum + count, 0);
  const other = restOf(words.other, others);
  const none = restOf(words.none, without);
  return {
    column,
    of: Uint8Array.from(values, (value) => (value === '' ? none : (place.get(value) ?? other))),
    groups,
    scale: null,
  };
}
