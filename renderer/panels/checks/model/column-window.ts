/** CSS pixels of the column with the routes, which stays in view, and the least and most of the others. */
export const headPx = 196;
const leastPx = 123;
const mostPx = 220;
/** Columns that exist beyond each edge of what is in view. */
const spare = 2;

/** Columns share the width; when they are too many they keep their least width and scroll. Whole pixels. */
export const columnWidth = (viewPx: number, count: number): number =>
  count === 0 ? leastPx : Math.max(leastPx, Math.min(mostPx, Math.floor((viewPx - headPx) / count)));

/** First and last (not included) column in view. */
export function columnsInView(scrollPx: number, viewPx: number, columnPx: number, count: number): [number, number] {
  const first = Math.floor(scrollPx / columnPx) - spare;
  const last = Math.ceil((scrollPx + viewPx - headPx) / columnPx) + spare;
  return [Math.max(0, first), Math.min(count, last)];
}
