import type { WebContents } from 'electron';
import type { Destination } from '#shared/contract/destination.ts';
import { wakeableStream } from '#shared/wakeable-stream.ts';

/** Takes pages to where the user wants to be. */
export function createDestinations() {
  /** Only the newest is kept: a user who clicks twice wants the second destination. */
  const waiting = new WeakMap<WebContents, Destination>();
  const wakers = new WeakMap<WebContents, () => void>();
  return {
    /** Sends a page to a destination. A page that is still loading gets it once it listens. */
    send(page: WebContents, to: Destination): void {
      waiting.set(page, to);
      wakers.get(page)?.();
    },
    /** Yields a page's destinations from now on, until the signal fires. */
    listen(page: WebContents, signal: AbortSignal): AsyncIterable<Destination> {
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
