import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** px from the end that still count as being there. */
const endPx = 24;
/** A scroll this soon after a wheel, a key, a press or a step of the focus is the reader's own; any other comes from layout. */
const handMs = 700;

/**
 * Keeps a scrolling element at its end while its content grows, and lets go as soon as the reader scrolls up. Rows
 * change their height when they are measured, so the position alone can not tell who moved it: the hand can.
 *
 * @returns goes to the end and stays there.
 */
export function useStuckEnd(viewport: RefObject<HTMLElement | null>, enabled: boolean): () => void {
  const stuck = useRef(true);
  const handAt = useRef(Number.NEGATIVE_INFINITY);
  const lastTop = useRef(0);

  /** Whether the reader is at the end, or has just left it upwards by hand. */
  const notice = (element: HTMLElement) => {
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= endPx;
    if (atEnd) stuck.current = true;
    else if (element.scrollTop < lastTop.current && performance.now() - handAt.current < handMs) stuck.current = false;
    lastTop.current = element.scrollTop;
  };
  const pin = () => {
    const element = viewport.current;
    if (!enabled || !element) return;
    // Rows are drawn in the middle of a long scroll, before it is told here.
    notice(element);
    if (stuck.current) element.scrollTop = element.scrollHeight;
  };
  useLayoutEffect(pin);

  useEffect(() => {
    const element = viewport.current;
    if (!enabled || !element) return;
    lastTop.current = element.scrollTop;
    const touched = () => {
      handAt.current = performance.now();
    };
    const onScroll = () => notice(element);
    const again = () => {
      if (stuck.current) element.scrollTop = element.scrollHeight;
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

  return () => {
    stuck.current = true;
    const element = viewport.current;
    if (enabled && element) element.scrollTop = element.scrollHeight;
  };
}
