import { type RefObject, useEffect, useRef } from 'react';

/**
 * For the heading of what takes the whole work area: it catches the focus that went away with the button that led here.
 * Focus that is somewhere stays there. `occasion` names what is shown.
 */
export function useCaughtFocus(occasion: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: something else being shown is the occasion
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [occasion]);
  return heading;
}
