import { type RefCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * The visible rows of equal height, for any number of rows. Browsers stop growing an element somewhere between 17 and
 * 33 million px, so beyond `maxSpacerPx` one scrolled px represents more than one px of rows.
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

/**
 * Returns the top row with which `row` is in view: unchanged if it already is, else at the nearer edge, or in the
 * middle.
 */
export function topRowFor(row: number, topRow: number, visible: number, align: 'nearest' | 'center'): number {
  if (align === 'center') return Math.max(0, row - Math.floor(visible / 2));
  if (row < topRow) return row;
  if (row + 1 > topRow + visible) return Math.max(0, row + 1 - visible);
  return topRow;
}

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

/**
 * Returns scroll position and visible rows of an element whose rows all have `rowPx`. Exact for wheels and keys even
 * when scaled.
 */
export function useRowWindow(rows: number, rowPx: number): RowScroller {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [topRow, setTopRow] = useState(0);
  const [view, setView] = useState({ px: 0, widthPx: 0 });
  const shown = rowWindow(rows, rowPx, view.px, topRow);
  const { pxPerRow } = shown;
  const visibleRows = view.px / rowPx;
  const maxTop = Math.max(0, rows - visibleRows);

  useEffect(() => {
    if (!element) return;
    const measure = () => setView({ px: element.clientHeight, widthPx: element.clientWidth });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [element]);

  // The row that script scrolled to, with its scroll position: that is rounded, so it must not be read back while it is
  // the same.
  const scrolledTo = useRef({ row: 0, scrollTop: -1 });

  const goTo = (target: HTMLElement, row: number) => {
    const top = Math.min(Math.max(0, row), maxTop);
    target.scrollTop = top * pxPerRow;
    scrolledTo.current = { row: top, scrollTop: target.scrollTop };
    setTopRow(top);
  };
  const onMove = useEffectEvent((target: HTMLElement) => {
    if (Math.abs(target.scrollTop - scrolledTo.current.scrollTop) < 1) return;
    scrolledTo.current = { row: target.scrollTop / pxPerRow, scrollTop: -1 };
    setTopRow(scrolledTo.current.row);
  });
  const onWheel = useEffectEvent((event: WheelEvent, target: HTMLElement) => {
    if (event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const moved = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY : event.deltaY / rowPx;
    goTo(target, scrolledTo.current.row + moved);
  });
  useEffect(() => {
    if (!element) return;
    const move = () => onMove(element);
    element.addEventListener('scroll', move, { passive: true });
    return () => element.removeEventListener('scroll', move);
  }, [element]);

  // One notch of a wheel must not skip pages when one px represents several rows. Only then: a listener that may cancel
  // the wheel takes scrolling away from the compositor.
  const isScaled = pxPerRow < rowPx;
  useEffect(() => {
    if (!element || !isScaled) return;
    const wheel = (event: WheelEvent) => onWheel(event, element);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [element, isScaled]);

  return {
    ...shown,
    viewportRef: setElement,
    viewport: element,
    viewPx: view.px,
    viewWidthPx: view.widthPx,
    visibleRows,
    scrollToRow: (row, align = 'nearest') => {
      const next = topRowFor(row, topRow, visibleRows, align);
      if (element && next !== topRow) goTo(element, next);
    },
  };
}
