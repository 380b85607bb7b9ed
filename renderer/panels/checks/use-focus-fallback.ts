import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a ref for the heading of the work area; it takes the focus when the focused button was removed with the
 * previous view. Focus elsewhere is left alone. `occasion` names what is shown.
 */
export function useFocusFallback(occasion: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something else is shown
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [occasion]);
  return heading;
}
