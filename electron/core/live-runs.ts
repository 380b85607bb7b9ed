import { setTimeout as wait } from 'node:timers/promises';
import type { Change } from '#shared/contract/host.ts';

/** A run that this process executes. */
export interface LiveRun {
  /** Resolves when every cell has ended; rejects after an error in this program. */
  over: Promise<void>;
  /** Stops the whole run. */
  stop(): void;
}

export interface LiveRunParts<News extends RunNews> {
  area: Change['area'];
  announce: (change: Change) => void;
  /** Reads a run as it is stored. @throws AppError when it was deleted. */
  read(runId: string): { news: readonly News[]; isOver: boolean };
  /** A run has ended with an error in this program. */
  onBroken(runId: string): void;
  onEnd?(runId: string): void;
}

/** The runs of one area that this process executes, and who watches them. */
export interface LiveRuns<News extends RunNews, Run extends LiveRun> {
  find(runId: string): Run | undefined;
  /** Executes a run until it is over. `start` gets the function that announces its changes. */
  begin(runId: string, start: (tell: (news: News) => void) => Run): void;
  /** Yields the state of a run, then every change until it ends, also of one that another process executes. */
  watch(runId: string, signal: AbortSignal): AsyncGenerator<News, void, void>;
  /** Stops a run, and waits until that is stored, or kept to be stored later. */
  stop(runId: string): Promise<void>;
  /** Stops all runs, and waits until that is stored, or kept to be stored later. */
  close(): Promise<void>;
}

export function createLiveRuns<News extends RunNews, Run extends LiveRun>({
  area,
  announce,
  read,
  onBroken,
  onEnd,
}: LiveRunParts<News>): LiveRuns<News, Run> {
  const watchers = createRunWatchers<News>();
  const live = new Map<string, { run: Run; settled: Promise<void> }>();

  async function stop(runId: string): Promise<void> {
    const found = live.get(runId);
    found?.run.stop();
    await found?.settled;
  }

  return {
    find: (runId) => live.get(runId)?.run,
    begin(runId, start) {
      const run = start((news) => watchers.tell(runId, news));
      const settled = run.over
        .catch(() => onBroken(runId))
        .finally(() => {
          live.delete(runId);
          watchers.end(runId);
          announce({ area, id: runId });
          onEnd?.(runId);
        });
      live.set(runId, { run, settled });
      announce({ area, id: runId });
    },
    async *watch(runId, signal) {
      if (!live.has(runId)) {
        yield* pollRun(() => read(runId), signal);
        return;
      }
      // Start listening before reading the state, so that no change is missed in between.
      const news = watchers.listen(runId, signal);
      const first = news.next();
      yield* read(runId).news;
      const next = await first;
      if (!next.done) yield next.value;
      yield* news;
    },
    stop,
    close: async () => void (await Promise.all([...live.keys()].map(stop))),
  };
}

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
