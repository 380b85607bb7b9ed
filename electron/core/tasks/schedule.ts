import type { Clock } from '../ports.ts';

interface ScheduleParts {
  concurrency: number;
  clock: Pick<Clock, 'monotonic'>;
  /** Polls once, and returns the delay before the next poll, `null` for never. Must not reject. */
  run(id: string, signal: AbortSignal): Promise<number | null>;
}

/** Longer timers would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Uses one timer for all tasks and limits concurrent polls; the most overdue goes first. */
export function createSchedule({ concurrency, clock, run }: ScheduleParts) {
  const due = new Map<string, number>();
  const running = new Map<string, Promise<void>>();
  const dropped = new Set<string>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  function next(): void {
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    const now = clock.monotonic();
    const waiting = [...due].sort(([, first], [, second]) => first - second);
    for (const [id, at] of waiting) {
      if (running.size >= concurrency) return;
      if (at > now) {
        timer = setTimeout(next, Math.min(maxTimerMs, at - now));
        return;
      }
      begin(id);
    }
  }

  function begin(id: string): void {
    due.delete(id);
    dropped.delete(id);
    const over = run(id, closing.signal).then((waitMs) => {
      running.delete(id);
      if (waitMs !== null && !dropped.has(id)) due.set(id, clock.monotonic() + waitMs);
      dropped.delete(id);
      next();
    });
    running.set(id, over);
  }

  return {
    /** Schedules a poll, replacing the previous one. Does nothing while the task is being polled. */
    in(id: string, waitMs: number): void {
      if (running.has(id)) return;
      due.set(id, clock.monotonic() + waitMs);
      next();
    },
    drop(id: string): void {
      due.delete(id);
      if (running.has(id)) dropped.add(id);
    },
    /** Returns whether a poll is scheduled or running. */
    knows: (id: string): boolean => due.has(id) || running.has(id),
    /** Returns whether it is being polled now. */
    isRunning: (id: string): boolean => running.has(id),
    /** Polls everything that is scheduled once, as far as `concurrency` allows: after sleep. */
    runAllNow(): void {
      for (const id of due.keys()) due.set(id, clock.monotonic());
      next();
    },
    /** Aborts running polls, and waits until they have stopped. */
    async close(): Promise<void> {
      closing.abort();
      clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
