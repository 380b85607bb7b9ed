import type { CheckNews } from '#shared/contract/checks.ts';

/** Subscribers to the runs of this process. */
export interface Watchers {
  tell(runId: string, news: CheckNews): void;
  /** Yields everything announced for a run from the first read on, until the signal fires or `end` is called for it. */
  listen(runId: string, signal: AbortSignal): AsyncGenerator<CheckNews, void, void>;
  end(runId: string): void;
}

interface Listener {
  /** Unread news; of each cell, and of the run itself, only the newest. */
  unread: Map<string, CheckNews>;
  isOver: boolean;
  wake: () => void;
}

export function createWatchers(): Watchers {
  const byRun = new Map<string, Set<Listener>>();
  const of = (runId: string) => byRun.get(runId) ?? [];
  return {
    tell(runId, news) {
      for (const listener of of(runId)) {
        const name = news.type === 'cell' ? news.cell.id : '';
        // Removed first, so that the newest is also last in order.
        listener.unread.delete(name);
        listener.unread.set(name, news);
        listener.wake();
      }
    },
    async *listen(runId, signal) {
      const listener: Listener = { unread: new Map(), isOver: false, wake: () => {} };
      const all = byRun.get(runId) ?? new Set();
      byRun.set(runId, all.add(listener));
      const leave = () => listener.wake();
      signal.addEventListener('abort', leave);
      try {
        while (!signal.aborted) {
          const [next] = listener.unread;
          if (next) {
            listener.unread.delete(next[0]);
            yield next[1];
          } else if (listener.isOver) return;
          else
            await new Promise<void>((resolve) => {
              listener.wake = resolve;
            });
        }
      } finally {
        signal.removeEventListener('abort', leave);
        all.delete(listener);
        if (all.size === 0) byRun.delete(runId);
      }
    },
    end(runId) {
      for (const listener of of(runId)) {
        listener.isOver = true;
        listener.wake();
      }
    },
  };
}
