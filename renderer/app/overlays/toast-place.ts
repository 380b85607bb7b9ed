import { useEffect, useState } from 'react';

/** The distance of the toasts from the right and the lower edge of the page, px. */
export interface ToastPlace {
  right: number;
  bottom: number;
}

const gap = 12;

/** Returns where toasts cover nothing that is used: above the composer, at the right edge of the work area. */
function placeNow(): ToastPlace {
  const work = document.querySelector('main')?.getBoundingClientRect();
  const composer = document.querySelector('main [data-composer]')?.getBoundingClientRect();
  if (!work) return { right: gap, bottom: gap };
  // A composer at the top leaves the lower edge free.
  const isBelow = composer !== undefined && composer.top > work.top + work.height / 2;
  return {
    right: Math.max(gap, innerWidth - (isBelow ? composer.right : work.right - gap)),
    bottom: innerHeight - (isBelow ? composer.top : work.bottom) + gap,
  };
}

/** The place of the toasts, measured again while `isShowing` whenever the work area or the composer changes its size. */
export function useToastPlace(isShowing: boolean): ToastPlace {
  const [place, setPlace] = useState<ToastPlace>({ right: gap, bottom: gap });
  useEffect(() => {
    if (!isShowing) return undefined;
    const observer = new ResizeObserver(() => setPlace(placeNow()));
    for (const element of document.querySelectorAll('main, main [data-composer]')) observer.observe(element);
    return () => observer.disconnect();
  }, [isShowing]);
  return place;
}
