import { type RefObject, useEffect, useState } from 'react';
import { columnsInView, columnWidth } from '../model/column-window.ts';

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
