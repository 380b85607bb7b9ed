import { type RefObject, useEffect, useRef } from 'react';

/** Lower than this share of what is seen, the beginning of a result is scrolled to. */
const lowShare = 0.6;

/**
 * Brings what comes of sending into view where the window is low: nobody should have to look for an answer. Happens when a
 * run begins or ends while it is looked at, not when it is opened again.
 *
 * @param state changes with each beginning and end.
 * @returns for an element at the beginning of the result, within what scrolls.
 */
export function useIntoView(state: string): RefObject<HTMLDivElement | null> {
  const start = useRef<HTMLDivElement>(null);
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current === state) return;
    seen.current = state;
    const frame = start.current?.parentElement?.getBoundingClientRect();
    const top = start.current?.getBoundingClientRect().top;
    if (frame && top !== undefined && top > frame.top + frame.height * lowShare)
      start.current?.scrollIntoView({ block: 'start' });
  }, [state]);
  return start;
}
