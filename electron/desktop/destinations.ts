import type { WebContents } from 'electron';
import type { Destination } from '#shared/contract/destination.ts';

/** Leads pages to where the user wants to be. */
export interface Destinations {
  /** A page that does not listen yet, since it is still loading, is led there once it does. */
  send(page: WebContents, to: Destination): void;
  /** Where a page is led from now on, until the signal fires. */
  listen(page: WebContents, signal: AbortSignal): AsyncIterable<Destination>;
}

export function createDestinations(): Destinations {
  /** Only the newest: whoever presses twice wants to be at the second. */
  const waiting = new WeakMap<WebContents, Destination>();
  const wakers = new WeakMap<WebContents, () => void>();
  return {
    send(page, to) {
      waiting.set(page, to);
      wakers.get(page)?.();
    },
    async *listen(page, signal) {
      while (!signal.aborted) {
        const to = waiting.get(page);
        if (to) {
          waiting.delete(page);
          yield to;
          continue;
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        wakers.set(page, resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
        await promise;
      }
    },
  };
}
