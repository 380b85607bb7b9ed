import type { TaskSummary } from '#shared/contract/tasks.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { cancelled } from '../../http/network-failure.ts';
import { pauseStamp, stampOf, withPresentKey } from '../pause.ts';
import type { TaskParts } from '../ports.ts';
import { isFetched, mark, type StoredTask, type TaskFacts } from '../stored-task.ts';
import type { TaskRows } from '../task-rows.ts';
import { downloadTarget, type Fetched, fetchResult } from './fetch-result.ts';

interface ResultParts extends TaskParts {
  rows: TaskRows;
  /** The result of a task is on disk, or is not available. */
  onSettled(task: StoredTask): void;
}

/** Downloads the results of succeeded tasks independently. */
export interface Results {
  /** Starts or resumes a download; does nothing while it is running. */
  begin(id: string): void;
  /** Returns whether it is being downloaded or queued. */
  knows(id: string): boolean;
  /** Returns the progress of a running download; `null` when none runs. */
  progress(id: string): Received | null;
  /** Ends all waits before a next try. */
  runAllNow(): void;
  /** Stops on the user's request; downloaded bytes are kept. Does nothing if it is not being downloaded. */
  stop(id: string): void;
  /** Stops and deletes the partial result. */
  discard(id: string): Promise<void>;
  /** Stops everything; it resumes at the next start. */
  close(): Promise<void>;
}

/** Between two announcements of progress, in milliseconds. */
const announceMs = 500;
/** Maximum number of concurrent downloads. */
const maxConcurrent = 3;

/** How much of a result has been received. */
type Received = Pick<TaskSummary['result'], 'receivedBytes' | 'totalBytes'>;
const nothingYet: Received = { receivedBytes: 0, totalBytes: null };

interface Run extends Received {
  stop: AbortController;
  over: Promise<void>;
}

const byUser: Fetched = {
  kind: 'paused',
  why: 'user',
  failure: { ...cancelled('not-sent').failure, effect: 'arrived-kept', hint: 'Download again to resume.' },
};

/** It waits for another key, connection or network, or for the gateway. */
const isForEnvironment = (fetched: Fetched): boolean =>
  fetched.kind === 'paused' && fetched.why !== 'room' && fetched.why !== 'user';

export function createResults(parts: ResultParts): Results {
  const { rows, announce, clock } = parts;
  const live = new Map<string, Run>();
  const waiting: string[] = [];
  const stopped = new Set<string>();
  const sleep = createInterruptibleSleep();
  let isClosed = false;

  function next(): void {
    while (!isClosed && live.size < maxConcurrent) {
      const id = waiting.shift();
      if (id === undefined) return;
      start(id);
    }
  }

  function start(id: string): void {
    const run: Run = { stop: new AbortController(), over: Promise.resolve(), ...nothingYet };
    live.set(id, run);
    run.over = fetchOne(id, run)
      .catch((thrown: unknown) => settle(id, { kind: 'failed', failure: AppError.from(thrown) }))
      .finally(() => {
        live.delete(id);
        next();
      });
  }

  async function fetchOne(id: string, run: Run): Promise<void> {
    const task = rows.change(id, (now) => {
      if (!isFetched(now.facts)) return;
      if (now.facts.result.state !== 'downloading') mark(now, { kind: 'download' });
      now.facts.result = { ...now.facts.result, state: 'downloading', failure: null };
      now.facts.restStamp = null;
    });
    if (task?.facts.result.state !== 'downloading') return;
    announce({ area: 'tasks', id });
    let announcedMs = Number.NEGATIVE_INFINITY;
    const onProgress = ({ receivedBytes, totalBytes }: Received) => {
      Object.assign(run, { receivedBytes, totalBytes });
      if (clock.monotonic() - announcedMs < announceMs) return;
      announcedMs = clock.monotonic();
      announce({ area: 'tasks', id });
    };
    for (;;) {
      const stamp = stampOf(task.facts, parts);
      const present = withPresentKey(task, parts.keys);
      const fetched = await fetchResult(present, parts, run.stop.signal, onProgress, sleep.take);
      // What it waits for changed in the meantime, which a pause would not notice.
      const isOutdated = isForEnvironment(fetched) && stampOf(task.facts, parts) !== stamp;
      if (isOutdated && !run.stop.signal.aborted) continue;
      const isStopped = stopped.delete(id) && fetched.kind === 'aborted';
      settle(id, isStopped ? byUser : fetched, run);
      return;
    }
  }

  function settle(id: string, fetched: Fetched, received: Received = nothingYet): void {
    const task = rows.change(id, (now) => take(now, fetched, received));
    announce({ area: 'tasks', id });
    if (task && fetched.kind !== 'aborted' && fetched.kind !== 'paused') parts.onSettled(task);
  }

  function take(task: StoredTask, fetched: Fetched, { receivedBytes, totalBytes }: Received): void {
    const { facts } = task;
    const { expiresAt } = facts.result;
    if (fetched.kind === 'saved') {
      const { file, exchangeId, more, failure = null } = fetched;
      const whole = { receivedBytes: file.sizeBytes, totalBytes: file.sizeBytes };
      facts.result = { state: 'saved', file, ...(more && { more }), ...whole, expiresAt, failure };
      mark(task, { kind: 'saved', exchangeId });
    } else if (fetched.kind === 'aborted') {
      facts.result = { ...facts.result, state: 'waiting', receivedBytes, totalBytes };
    } else {
      const { kind, failure } = fetched;
      facts.result = { ...facts.result, state: kind, receivedBytes, totalBytes, failure };
      if (kind === 'paused') facts.restStamp = stampFor(fetched.why, facts);
      mark(task, {
        kind: kind === 'paused' ? 'paused' : 'download',
        note: failure.message,
        exchangeId: failure.exchangeId,
      });
    }
  }

  /** Removes it from the queue; returns false when it was not queued. */
  function unqueue(id: string): boolean {
    const at = waiting.indexOf(id);
    if (at >= 0) waiting.splice(at, 1);
    return at >= 0;
  }

  /** Returns what ends the pause: a change of the environment, free space, or (`null`) only the user. */
  function stampFor(why: Extract<Fetched, { kind: 'paused' }>['why'], facts: TaskFacts): string | null {
    if (why === 'user') return null;
    return why === 'room' ? pauseStamp : stampOf(facts, parts);
  }

  return {
    begin(id) {
      if (isClosed || live.has(id) || waiting.includes(id)) return;
      waiting.push(id);
      next();
    },
    knows: (id) => live.has(id) || waiting.includes(id),
    progress: (id) => live.get(id) ?? null,
    runAllNow: sleep.end,
    stop(id) {
      if (unqueue(id)) settle(id, byUser);
      const run = live.get(id);
      if (!run) return;
      stopped.add(id);
      run.stop.abort();
    },
    async discard(id) {
      unqueue(id);
      const run = live.get(id);
      run?.stop.abort();
      await run?.over;
      await parts.downloads.discard(downloadTarget(id)).catch(() => {});
    },
    async close() {
      isClosed = true;
      waiting.length = 0;
      const running = [...live.values()];
      for (const { stop } of running) stop.abort();
      await Promise.all(running.map(({ over }) => over));
    },
  };
}

/** Waits that can all be ended at once. */
interface InterruptibleSleep {
  /** Resolves after `waitMs` milliseconds, when the signal fires, or when all waits are ended. */
  take(waitMs: number, signal: AbortSignal): Promise<void>;
  end(): void;
}

function createInterruptibleSleep(): InterruptibleSleep {
  const wakes = new Set<() => void>();
  return {
    take: (waitMs, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          wakes.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, waitMs);
        wakes.add(wake);
        signal.addEventListener('abort', wake, { once: true });
        if (signal.aborted) wake();
      }),
    end() {
      for (const wake of [...wakes]) wake();
    },
  };
}
