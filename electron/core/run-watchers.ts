import { setTimeout as wait } from 'node:timers/promises';

/** What is announced of a run with many cells: the run itself, one of its cells, or one of its judgements. */
export type RunNews =
  | { type: 'run' }
  | { type: 'cell'; cell: { id: string } }
  | { type: 'judgement'; judgement: { id: string } };

/** Returns what news are about; newer news about the same thing replace it. */
function subjectOf(news: RunNews): string {
  if (news.type === 'cell') return `cell ${news.cell.id}`;
  return news.type === 'judgement' ? `judgement ${news.judgement.id}` : '';
}

/** Subscribers to the runs of this process. */
export interface RunWatchers<News extends RunNews> {
  tell(runId: string, news: News): void;
  /** Yields everything announced for a run from the first read on, until the signal fires or `end` is called for it. */
  listen(runId: string, signal: AbortSignal): AsyncGenerator<News, void, void>;
  end(runId: string): void;
}

interface Listener<News> {
  /** Unread news; of each subject only the newest. */
  unread: Map<string, News>;
  isOver: boolean;
  wake: () => void;
}

export function createRunWatchers<News extends RunNews>(): RunWatchers<News> {
  const byRun = new Map<string, Set<Listener<News>>>();
  const of = (runId: string) => byRun.get(runId) ?? [];
  return {
    tell(runId, news) {
      for (const listener of of(runId)) {
        const name = subjectOf(news);
        // Removed first, so that the newest is also last in order.
        listener.unread.delete(name);
        listener.unread.set(name, news);
        listener.wake();
      }
    },
    async *listen(runId, signal) {
      const listener: Listener<News> = { unread: new Map(), isOver: false, wake: () => {} };
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

/** How often a run of another process is polled, in milliseconds. */
const otherProcessMs = 500;

/**
 * Follows a run that has ended, or that another process executes: yields what `read` returns, as far as it changed, until
 * the run is over.
 */
export async function* pollRun<News extends RunNews>(
  read: () => { news: readonly News[]; isOver: boolean },
  signal: AbortSignal,
): AsyncGenerator<News, void, void> {
  const sent = new Map<string, string>();
  while (!signal.aborted) {
    const { news, isOver } = read();
    for (const item of news) {
      const name = subjectOf(item);
      const text = JSON.stringify(item);
      if (sent.get(name) === text) continue;
      sent.set(name, text);
      yield item;
    }
    if (isOver) return;
    await wait(otherProcessMs);
  }
}
