import type { WebContents } from 'electron';
import type { Destination } from '#shared/contract/destination.ts';
import { wakeableStream } from '#shared/wakeable-stream.ts';

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
    listen(page, signal) {
      const take = () => {
        const to = waiting.get(page);
        waiting.delete(page);
        return to;
      };
      return wakeableStream(signal, take, (wake) => {
        wakers.set(page, wake);
        return () => wakers.get(page) === wake && wakers.delete(page);
      });
    },
  };
}
