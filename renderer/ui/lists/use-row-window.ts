import { type RefCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
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

  // The row that script went to, with the scroll position that stands for it: the position is rounded, so it must not
  // be read back while it is the same.
  const gone = useRef({ row: 0, scrollTop: -1 });

  const goTo = (target: HTMLElement, row: number) => {
    const top = Math.min(Math.max(0, row), maxTop);
    target.scrollTop = top * pxPerRow;
    gone.current = { row: top, scrollTop: target.scrollTop };
    setTopRow(top);
  };
  const onMove = useEffectEvent((target: HTMLElement) => {
    if (Math.abs(target.scrollTop - gone.current.scrollTop) < 1) return;
    gone.current = { row: target.scrollTop / pxPerRow, scrollTop: -1 };
    setTopRow(gone.current.row);
  });
  const onWheel = useEffectEvent((event: WheelEvent, target: HTMLElement) => {
    if (event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const moved = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY : event.deltaY / rowPx;
    goTo(target, gone.current.row + moved);
  });
  useEffect(() => {
    if (!element) return;
    const move = () => onMove(element);
    element.addEventListener('scroll', move, { passive: true });
    return () => element.removeEventListener('scroll', move);
  }, [element]);

  // One notch of a wheel must not skip pages when one px stands for several rows. Only then: a listener that may stop
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
