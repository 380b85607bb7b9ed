import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** px from the end that still count as being there. */
const endPx = 24;
/** A scroll this soon after a wheel, a key, a press or a step of the focus is the reader's own; any other comes from layout. */
const handMs = 700;

interface Reading {
  isStuck: boolean;
  handAt: number;
  lastTop: number;
}

/** Whether the reader is at the end, or has just left it upwards by hand. */
function notice(element: HTMLElement, reading: Reading): void {
  const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= endPx;
  if (atEnd) reading.isStuck = true;
  else if (element.scrollTop < reading.lastTop && performance.now() - reading.handAt < handMs) reading.isStuck = false;
  reading.lastTop = element.scrollTop;
}

/**
 * Keeps a scrolling element at its end while its content grows, and lets go as soon as the reader scrolls up. Rows
 * change their height when they are measured, so the position alone can not tell who moved it: the hand can.
 *
 * @param onChange told when the reader leaves the end, or is back at it.
 * @returns `stick` goes to the end and stays there; `release` stays where the next scroll leads.
 */
export function useStuckEnd(
  viewport: RefObject<HTMLElement | null>,
  enabled: boolean,
  onChange?: (isStuck: boolean) => void,
): { stick: () => void; release: () => void } {
  const state = useRef<Reading>({ isStuck: true, handAt: Number.NEGATIVE_INFINITY, lastTop: 0 });
  const told = useRef(true);
  const notify = useEffectEvent(() => {
    if (told.current === state.current.isStuck) return;
    told.current = state.current.isStuck;
    onChange?.(told.current);
  });

  useLayoutEffect(() => {
    const element = viewport.current;
    if (!enabled || !element) return;
    // Rows are drawn in the middle of a long scroll, before it is told below.
    notice(element, state.current);
    if (state.current.isStuck) element.scrollTop = element.scrollHeight;
  });

  useEffect(() => {
    const element = viewport.current;
    if (!enabled || !element) return;
    const reading = state.current;
    reading.lastTop = element.scrollTop;
    const touched = () => {
      reading.handAt = performance.now();
    };
    const onScroll = () => {
      notice(element, reading);
      notify();
    };
    const again = () => {
      if (reading.isStuck) element.scrollTop = element.scrollHeight;
    };
    const observer = new ResizeObserver(again);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    const hands = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointermove', 'focusin'] as const;
    for (const name of hands) element.addEventListener(name, touched, { passive: true });
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      for (const name of hands) element.removeEventListener(name, touched);
      element.removeEventListener('scroll', onScroll);
    };
  }, [enabled, viewport]);

  return {
    stick() {
      state.current.isStuck = true;
      const element = viewport.current;
      if (enabled && element) element.scrollTop = element.scrollHeight;
    },
    release() {
      state.current.isStuck = false;
    },
  };
}
