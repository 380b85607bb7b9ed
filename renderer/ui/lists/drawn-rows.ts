export interface RowsInView {
  startIndex: number;
  endIndex: number;
  count: number;
}

/**
 * Returns the indexes of the rows to draw, ascending: those in view and some more on both sides. While the list is
 * scrolled, those ahead are drawn instead of those behind, and more of them: a wheel moves by more than a screen before
 * the next frame.
 *
 * @param atRest rows on each side while the list rests.
 * @param direction of the scroll; `null` at rest.
 * @param kept indexes of rows that stay although they are out of view, such as the one with the focus.
 */
export function drawnRows(
  { startIndex, endIndex, count }: RowsInView,
  atRest: number,
  direction: 'forward' | 'backward' | null,
  kept: readonly number[] = [],
): number[] {
  const ahead = direction === null ? atRest : movingFactor * atRest;
  const behind = direction === null ? atRest : 1;
  const first = Math.max(0, startIndex - (direction === 'forward' ? behind : ahead));
  const last = Math.min(count - 1, endIndex + (direction === 'backward' ? behind : ahead));
  const inRange = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const outside = kept.filter((index) => index >= 0 && index < count && (index < first || index > last));
  return outside.length === 0 ? inRange : [...new Set([...inRange, ...outside])].sort((one, other) => one - other);
}

const movingFactor = 2.5;
