import type { Change } from '#shared/contract/host.ts';
import { createRunWatchers, pollRun, type RunNews } from './run-watchers.ts';

/** A run that this process executes. */
export interface LiveRun {
  /** Resolves when every cell has ended; rejects when a change could not be stored. */
  over: Promise<void>;
  /** Stops the whole run. */
  stop(): void;
}

export interface LiveRunParts<News extends RunNews> {
  area: Change['area'];
  announce: (change: Change) => void;
  /** Reads a run as it is stored. @throws AppError when it was deleted. */
  read(runId: string): { news: readonly News[]; isOver: boolean };
  /** A change of a run could not be stored, and the run has ended. */
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
  /** Stops a run, and waits until that is stored. */
  stop(runId: string): Promise<void>;
  /** Stops all runs, and waits until that is stored. */
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
