/**
 * Which rows of equal height are visible, for any number of rows. Browsers stop growing an element somewhere between
 * 17 and 33 million px, so beyond `maxSpacerPx` one scrolled px stands for more than one px of rows.
 */
export interface RowWindow {
  /** Height of the scrolled element, px. */
  spacerPx: number;
  /** First and one past the last row to draw. */
  first: number;
  last: number;
  /** Distance of row `first` from the top of the scrolled element, px. */
  offsetPx: number;
  /** px of scroll per row; equals the row height when nothing is scaled. */
  pxPerRow: number;
}

export const maxSpacerPx = 15_000_000;
const overscan = 6;

/** `topRow` is the row at the upper edge, with a fraction. */
export function rowWindow(rows: number, rowPx: number, viewPx: number, topRow: number): RowWindow {
  const naturalPx = rows * rowPx;
  const spacerPx = Math.min(naturalPx, maxSpacerPx);
  const visible = viewPx / rowPx;
  const maxTop = Math.max(0, rows - visible);
  const pxPerRow = naturalPx <= maxSpacerPx || maxTop === 0 ? rowPx : (spacerPx - viewPx) / maxTop;
  const top = Math.min(Math.max(0, topRow), maxTop);
  const first = Math.max(0, Math.floor(top) - overscan);
  const last = Math.min(rows, Math.ceil(top + visible) + overscan);
  return { spacerPx, first, last, pxPerRow, offsetPx: top * pxPerRow - (top - first) * rowPx };
}

/** The top row after which `row` is in view: unchanged if it already is, else at the nearer edge, or in the middle. */
export function topRowFor(row: number, topRow: number, visible: number, align: 'nearest' | 'center'): number {
  if (align === 'center') return Math.max(0, row - Math.floor(visible / 2));
  if (row < topRow) return row;
  if (row + 1 > topRow + visible) return Math.max(0, row + 1 - visible);
  return topRow;
}
