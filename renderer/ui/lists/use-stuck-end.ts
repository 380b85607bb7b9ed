import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Distance from the end in px that still counts as being there. */
const endPx = 24;
/** A scroll this soon after a wheel, a key, a press or a focus change is the user's; any other comes from layout. */
const inputMs = 700;

interface Reading {
  isStuck: boolean;
  inputAt: number;
  lastTop: number;
}

/** Updates whether the reader is at the end, or has just scrolled up from it. */
function notice(element: HTMLElement, reading: Reading): void {
  const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= endPx;
  if (atEnd) reading.isStuck = true;
  else if (element.scrollTop < reading.lastTop && performance.now() - reading.inputAt < inputMs)
    reading.isStuck = false;
  reading.lastTop = element.scrollTop;
}

/**
 * Keeps a scrolling element at its end while its content grows, and stops as soon as the reader scrolls up. Rows change
 * their height when they are measured, so the position alone cannot tell who moved it: recent input can.
 *
 * @param onChange called when the reader leaves the end, or is back at it.
 * @returns `stick` goes to the end and stays there; `release` stays where the next scroll leads.
 */
export function useStuckEnd(
  viewport: RefObject<HTMLElement | null>,
  enabled: boolean,
  onChange?: (isStuck: boolean) => void,
): { stick: () => void; release: () => void } {
  const state = useRef<Reading>({ isStuck: true, inputAt: Number.NEGATIVE_INFINITY, lastTop: 0 });
  const reported = useRef(true);
  const notify = useEffectEvent(() => {
    if (reported.current === state.current.isStuck) return;
    reported.current = state.current.isStuck;
    onChange?.(reported.current);
  });

  useLayoutEffect(() => {
    const element = viewport.current;
    if (!enabled || !element) return;
    // Rows are drawn in the middle of a long scroll, before its event below.
    notice(element, state.current);
    if (state.current.isStuck) element.scrollTop = element.scrollHeight;
  });

  useEffect(() => {
    const element = viewport.current;
    if (!enabled || !element) return;
    const reading = state.current;
    reading.lastTop = element.scrollTop;
    const touched = () => {
      reading.inputAt = performance.now();
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
    const inputEvents = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointermove', 'focusin'] as const;
    for (const name of inputEvents) element.addEventListener(name, touched, { passive: true });
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      for (const name of inputEvents) element.removeEventListener(name, touched);
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
