import type { DatabaseSync } from 'node:sqlite';
import type { Change } from '#shared/contract/host.ts';
import { orNull } from '../or-null.ts';

export interface ChangeFeed {
  /** Notifies every listener; a listener with an equal unread change receives it once. */
  announce(change: Change): void;
  /** Yields changes from the first read on, until the signal fires or the feed closes. */
  listen(signal: AbortSignal): AsyncIterable<Change>;
  close(): void;
}

/** More unread changes than this are merged into one per area: a sleeping listener must not cost memory. */
const unreadLimit = 256;

/** Creates the one feed that says which results are stale. */
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

const pollMs = 1_500;

const areas: readonly Change['area'][] = [
  'connections',
  'keys',
  'models',
  'exchanges',
  'library',
  'prompts',
  'settings',
  'demo',
  'limits',
  'tasks',
];

/**
 * Announces that everything may have changed when another process wrote to the same database. SQLite counts the commits
 * of other connections without reading a page, but does not say what they changed.
 *
 * @returns a function that stops watching.
 */
export function watchOtherWriters(sql: DatabaseSync, announce: (change: Change) => void): () => void {
  const read = sql.prepare('PRAGMA data_version');
  // Disk errors are reported by the operations that need the disk.
  const version = () => orNull(() => Number(read.get()?.data_version));
  let known = version();
  const timer = setInterval(() => {
    const now = version();
    if (now === null || now === known) return;
    for (const area of areas) announce({ area });
    known = now;
  }, pollMs).unref();
  return () => clearInterval(timer);
}
