import type { TextItem } from '../../../lib/corpus/text-column.ts';
import { between, type Palette } from './canvas.ts';

/** What the colors of the points mean: groups with a name each, or a number on a scale. */
export interface Coloring {
  /** The column of the texts; `null`: all points look the same. */
  column: string | null;
  /** By row: the index of its group, or its step on the scale. */
  of: Uint8Array | null;
  /** Empty for a scale, and without a column. */
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

/** One color for all points. */
export const plainColoring: Coloring = { column: null, of: null, groups: [], scale: null };

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

const shapes = ['disc', 'diamond', 'triangle'] as const;

/** How the points of one group look. `ring`: those that belong to no group. */
export interface Mark {
  color: string;
  shape: (typeof shapes)[number] | 'ring';
}

/** Returns the mark of each group, or of each step of a scale. */
export function marksOf({ of, groups, scale }: Coloring, { hues, quiet }: Palette): Mark[] {
  const rest: Mark = { color: quiet, shape: 'ring' };
  const hue = (at: number) => hues[at % hues.length] ?? quiet;
  if (of === null) return [{ color: hue(0), shape: 'disc' }];
  if (!scale)
    return groups.map(({ isRest }, at) =>
      isRest ? rest : { color: hue(at), shape: shapes[Math.floor(at / hues.length) % shapes.length] ?? 'disc' },
    );
  // Orange over magenta to blue: they differ for any kind of color vision.
  const stops = [hue(1), hue(4), hue(2)] as const;
  const colorAt = (share: number) =>
    share < 0.5 ? between(stops[0], stops[1], share * 2) : between(stops[1], stops[2], share * 2 - 1);
  const steps = Array.from(
    { length: scaleSteps },
    (_, step): Mark => ({ color: colorAt(step / (scaleSteps - 1)), shape: 'disc' }),
  );
  return [...steps, rest];
}

/** Corners of a mark of size 1, as x and y; none for a round one. The shapes have about the same area. */
const cornersOf: Record<Mark['shape'], readonly (readonly [number, number])[]> = {
  disc: [],
  ring: [],
  diamond: [
    [0, -1.3],
    [1.3, 0],
    [0, 1.3],
    [-1.3, 0],
  ],
  triangle: [
    [0, -1.25],
    [1.25, 1],
    [-1.25, 1],
  ],
};

/** Adds the outline of a mark to a path. @param half of its width, in pixels. */
export function traceMark(
  pen: Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo' | 'closePath' | 'arc'>,
  shape: Mark['shape'],
  x: number,
  y: number,
  half: number,
): void {
  const [first, ...others] = cornersOf[shape];
  if (!first) {
    const radius = shape === 'ring' ? half * 0.75 : half;
    pen.moveTo(x + radius, y);
    pen.arc(x, y, radius, 0, Math.PI * 2);
    return;
  }
  pen.moveTo(x + first[0] * half, y + first[1] * half);
  for (const [dx, dy] of others) pen.lineTo(x + dx * half, y + dy * half);
  pen.closePath();
}

/** A mark of the map beside its name. */
export function MarkSwatch({ mark: { color, shape } }: { mark: Mark }) {
  const corners = cornersOf[shape];
  return (
    <svg width={10} height={10} viewBox="-6 -6 12 12" aria-hidden style={{ flex: 'none' }}>
      {corners.length > 0 ? (
        <polygon fill={color} points={corners.map(([x, y]) => `${x * 4},${y * 4}`).join(' ')} />
      ) : (
        <circle
          r={shape === 'ring' ? 3.5 : 4.5}
          {...(shape === 'ring' ? { fill: 'none', stroke: color, strokeWidth: 1.6 } : { fill: color })}
        />
      )}
    </svg>
  );
}
