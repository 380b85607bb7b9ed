import { type RefCallback, useEffect, useRef, useState } from 'react';
import { type RowWindow, rowWindow, topRowFor } from './row-window.ts';

export interface RowScroller extends RowWindow {
  /** Put on the scrolling element. */
  viewportRef: RefCallback<HTMLElement>;
  viewport: HTMLElement | null;
  /** px of the visible area. */
  viewPx: number;
  viewWidthPx: number;
  visibleRows: number;
  scrollToRow: (row: number, align?: 'nearest' | 'center') => void;
}

/** Scroll position and visible rows of an element whose rows all have `rowPx`. Exact for wheels and keys even when scaled. */
export function useRowWindow(rows: number, rowPx: number): RowScroller {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [topRow, setTopRow] = useState(0);
  const [view, setView] = useState({ px: 0, widthPx: 0 });
  // A position that script has set: its scroll event must not be read back through the rounding of a scaled bar.
  const expected = useRef(-1);
  const shown = rowWindow(rows, rowPx, view.px, topRow);
  const { pxPerRow } = shown;
  const visibleRows = view.px / rowPx;

  useEffect(() => {
    if (!element) return;
    const measure = () => setView({ px: element.clientHeight, widthPx: element.clientWidth });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [element]);

  useEffect(() => {
    if (!element) return;
    const onScroll = () => {
      if (Math.abs(element.scrollTop - expected.current) < 1) return;
      expected.current = -1;
      setTopRow(element.scrollTop / pxPerRow);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [element, pxPerRow]);

  const moveTo = (row: number) => {
    const top = Math.min(Math.max(0, row), Math.max(0, rows - visibleRows));
    setTopRow(top);
    if (!element) return;
    element.scrollTop = top * pxPerRow;
    expected.current = element.scrollTop;
  };

  // One notch of a wheel must not skip pages when one px stands for several rows.
  const scaled = pxPerRow < rowPx;
  useEffect(() => {
    if (!element || !scaled) return;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      const rowsMoved = event.deltaMode === 1 ? event.deltaY : event.deltaY / rowPx;
      setTopRow((top) => {
        const next = Math.min(Math.max(0, top + rowsMoved), Math.max(0, rows - visibleRows));
        element.scrollTop = next * pxPerRow;
        expected.current = element.scrollTop;
        return next;
      });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [element, scaled, pxPerRow, rowPx, rows, visibleRows]);

  return {
    ...shown,
    viewportRef: setElement,
    viewport: element,
    viewPx: view.px,
    viewWidthPx: view.widthPx,
    visibleRows,
    scrollToRow: (row, align = 'nearest') => {
      const next = topRowFor(row, topRow, visibleRows, align);
      if (next !== topRow) moveTo(next);
    },
  };
}
