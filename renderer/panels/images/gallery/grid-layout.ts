/** Where an entry of the gallery is drawn, px from the top left corner of the grid. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Entries in lines: several cards, or one that fills the width. */
export interface GridLayout {
  /** The indexes of the entries in reading order. */
  order: readonly number[];
  /** The place of each entry, in reading order. */
  places: readonly Place[];
  /** The position in reading order at which each line starts, top to bottom. */
  lines: readonly number[];
  /** Of all lines and the padding around them, px. */
  height: number;
}

const gap = 10;
const padding = 12;
const minWidthPx = 138;
const captionHeight = 50;
const rowHeight = 36;
/** Above the first line: the filters have a margin of their own. */
const topPadding = 4;

/**
 * Places entries in columns. One without an image is a row of the full width, below the line of cards that it would
 * otherwise leave a hole in.
 *
 * @param isRow whether an entry is such a row, newest first.
 * @param width inner width of the grid, px.
 */
export function layOut(isRow: readonly boolean[], width: number): GridLayout {
  const room = Math.max(minWidthPx, width - 2 * padding);
  const columns = Math.max(1, Math.floor((room + gap) / (minWidthPx + gap)));
  const cellWidth = Math.floor((room - (columns - 1) * gap) / columns);
  const cellHeight = Math.round(cellWidth * 0.75) + captionHeight;
  const order: number[] = [];
  const places: Place[] = [];
  const lines: number[] = [];
  let top = topPadding;
  let open: number[] = [];
  let waiting: number[] = [];
  const put = (
    indexes: readonly number[],
    height: number,
    placeOf: (column: number) => Omit<Place, 'top' | 'height'>,
  ) => {
    lines.push(order.length);
    for (const [column, index] of indexes.entries()) {
      order.push(index);
      places.push({ ...placeOf(column), top, height });
    }
    top += height + gap;
  };
  const endLine = () => {
    if (open.length > 0)
      put(open, cellHeight, (column) => ({ left: padding + column * (cellWidth + gap), width: cellWidth }));
    for (const index of waiting) put([index], rowHeight, () => ({ left: padding, width: room }));
    open = [];
    waiting = [];
  };
  for (const [index, row] of isRow.entries()) {
    if (row) waiting.push(index);
    else open.push(index);
    if (open.length === 0 || open.length === columns) endLine();
  }
  endLine();
  return { order, places, lines, height: order.length === 0 ? 0 : top - gap + padding };
}

/** Returns the positions, from `first` to before `end`, of the lines that touch a stretch of the grid. */
export function visibleIn({ lines, places }: GridLayout, from: number, to: number): { first: number; end: number } {
  const shown = lines.filter((start) => {
    const { top = 0, height = 0 } = places[start] ?? {};
    return top + height >= from && top <= to;
  });
  const [first = 0] = shown;
  const after = lines[lines.indexOf(shown.at(-1) ?? -1) + 1];
  return { first, end: shown.length === 0 ? 0 : (after ?? places.length) };
}

const pages: Readonly<Record<string, 1 | -1>> = { PageDown: 1, PageUp: -1 };
const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Returns the position that a key moves to; `null` for a key that does not move.
 *
 * @param at the current position, -1 for none.
 * @param pageLines lines that Page Down moves by.
 */
export function stepInGrid(key: string, at: number, { lines, places }: GridLayout, pageLines: number): number | null {
  const last = places.length - 1;
  if (last < 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const aside = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const down = steps[key] ?? (pages[key] ?? 0) * pageLines;
  if (aside === undefined && down === 0) return null;
  if (at < 0) return 0;
  if (aside !== undefined) return Math.min(last, Math.max(0, at + aside));
  const line = lines.findLastIndex((start) => start <= at);
  const target = Math.min(lines.length - 1, Math.max(0, line + down));
  const start = lines[target] ?? 0;
  // At the edges, and where a line is short, the nearest entry.
  return target === line ? at : Math.min(start + at - (lines[line] ?? 0), (lines[target + 1] ?? last + 1) - 1);
}

/** A rectangle in the grid, px from its top left corner. */
export interface Band {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the positions of the entries that a rectangle touches. */
export const touchedBy = ({ places }: GridLayout, { left, top, right, bottom }: Band): number[] =>
  places.flatMap((place, position) =>
    place.left < right && place.left + place.width > left && place.top < bottom && place.top + place.height > top
      ? [position]
      : [],
  );
