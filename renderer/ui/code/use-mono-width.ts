import { type RefCallback, useEffect, useState } from 'react';

/** Text of the element that is measured; its length is the divisor. */
export const monoProbe = '0'.repeat(100);

/** The width of one mono character in px. The ref goes on an invisible element that holds `monoProbe`. */
export function useMonoWidth(): [number, RefCallback<HTMLElement>] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [widthPx, setWidthPx] = useState(7.2);
  useEffect(() => {
    if (!element) return;
    const read = () => {
      const measured = element.getBoundingClientRect().width / monoProbe.length;
      if (measured > 0) setWidthPx(measured);
    };
    // The face may arrive after the first paint, and zoom changes what a px is.
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [widthPx, setElement];
}
