/**
 * Focuses what an overlay starts with at once: the library does so in the next frame, and what had the focus before,
 * often a composer that sends on Enter, would receive the keys typed until then.
 */
export function focusNow(element: HTMLElement | null): HTMLElement | null {
  element?.focus({ preventScroll: true });
  return element;
}
