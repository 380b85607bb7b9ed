import type { Change } from '#shared/contract/host.ts';

export interface ChangeFeed {
  /** Tells every listener; a listener that has not read an equal change yet hears it once. */
  announce(change: Change): void;
  /** What changes from the first read on, until the signal fires or the feed closes. */
  listen(signal: AbortSignal): AsyncIterable<Change>;
  close(): void;
}

/** More unread changes than this become one per area: a listener that sleeps must not cost memory. */
const unreadLimit = 256;

/** The one feed that says which answers went stale. */
export function createChangeFeed(): ChangeFeed {
  const closing = new AbortController();
  const listeners = new Set<(change: Change) => void>();
  return {
    announce(change) {
      for (const report of listeners) report(change);
    },
    async *listen(signal) {
      let unread = new Map<string, Change>();
      let wake = () => {};
      const report = (change: Change) => {
        unread.set(`${change.area} ${change.id ?? ''}`, change);
        if (unread.size > unreadLimit) unread = byArea(unread.values());
        wake();
      };
      const ended = AbortSignal.any([signal, closing.signal]);
      ended.addEventListener('abort', () => wake());
      listeners.add(report);
      try {
        while (!ended.aborted) {
          const [next] = unread;
          if (next) {
            unread.delete(next[0]);
            yield next[1];
          } else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
      } finally {
        listeners.delete(report);
      }
    },
    close: () => closing.abort(),
  };
}

const byArea = (changes: Iterable<Change>) =>
  new Map([...changes].map(({ area }): [string, Change] => [`${area} `, { area }]));
