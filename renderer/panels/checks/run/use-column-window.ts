import { type RefObject, useEffect, useState } from 'react';

/** Width of a column and the columns that exist now: those in view, and the cursor's, so that it can have the focus. */
export function useColumnWindow(grid: RefObject<HTMLElement | null>, count: number, cursorColumn: number) {
  const [view, setView] = useState({ scrollPx: 0, viewPx: 1200 });
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setView({ scrollPx: element.scrollLeft, viewPx: element.clientWidth }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid]);
  const columnPx = columnWidth(view.viewPx, count);
  const [first, last] = columnsInView(view.scrollPx, view.viewPx, columnPx, count);
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  if (cursorColumn < first && cursorColumn < count) shown.unshift(cursorColumn);
  else if (cursorColumn >= last && cursorColumn < count) shown.push(cursorColumn);
  const onScroll = () => {
    const scrollPx = grid.current?.scrollLeft ?? 0;
    const [nextFirst, nextLast] = columnsInView(scrollPx, view.viewPx, columnPx, count);
    if (nextFirst !== first || nextLast !== last) setView((before) => ({ ...before, scrollPx }));
  };
  return { columnPx, shown, onScroll };
}

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
