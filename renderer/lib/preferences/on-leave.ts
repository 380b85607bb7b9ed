/**
 * Does work when the page goes: before the next one is asked for, when a message still gets out, and at its end, which is
 * all that a phone or a closed tab tells.
 */
export function onLeave(work: () => void): void {
  addEventListener('beforeunload', work);
  addEventListener('pagehide', work);
}
