/** The distance of the toasts from the right and the lower edge of the page, px. */
export interface ToastPlace {
  right: number;
  bottom: number;
}

export const toastGapPx = 12;
/** The most room that one toast takes, px. */
const toastPx = { width: 360, height: 80 };

/** Returns where toasts cover nothing that is used. */
export function placeOfToasts(): ToastPlace {
  const dialog = document.querySelector('[role="dialog"]:has(> footer)');
  const usual = besideWork();
  if (!dialog) return usual;
  const corner = { right: toastGapPx, bottom: toastGapPx };
  const box = dialog.getBoundingClientRect();
  const free = [usual, corner].find((place) => !isOver(place, box));
  if (free) return free;
  // A dialog that fills the page has room above its buttons.
  const buttons = dialog.querySelector(':scope > footer')?.getBoundingClientRect();
  return {
    right: Math.max(toastGapPx, innerWidth - box.right + toastGapPx),
    bottom: innerHeight - (buttons?.top ?? box.bottom) + toastGapPx,
  };
}

/** Above the composer, at the right edge of the work area. */
function besideWork(): ToastPlace {
  const work = document.querySelector('main')?.getBoundingClientRect();
  const composer = document.querySelector('main [data-composer]')?.getBoundingClientRect();
  if (!work) return { right: toastGapPx, bottom: toastGapPx };
  // A composer at the top leaves the lower edge free.
  const isBelow = composer !== undefined && composer.top > work.top + work.height / 2;
  return {
    right: Math.max(toastGapPx, innerWidth - (isBelow ? composer.right : work.right - toastGapPx)),
    bottom: innerHeight - (isBelow ? composer.top : work.bottom) + toastGapPx,
  };
}

/** Whether a toast at this place would cover some of the box. */
const isOver = ({ right, bottom }: ToastPlace, box: DOMRect): boolean =>
  innerWidth - right > box.left &&
  innerWidth - right - toastPx.width < box.right &&
  innerHeight - bottom > box.top &&
  innerHeight - bottom - toastPx.height < box.bottom;
