import type { Clock } from '../ports.ts';

/** When which task is asked for, on the monotonic clock. */
export interface Schedule {
  /** Asks after so long; it replaces what was set before. While it is being asked for, nothing is set. */
  in(id: string, waitMs: number): void;
  drop(id: string): void;
  /** It has its time, or is being asked for. */
  knows(id: string): boolean;
  /** It is being asked for now. */
  isRunning(id: string): boolean;
  /** Everything that waits is asked for once, as far as `concurrency` allows: after sleep. */
  hurry(): void;
  /** Stops what runs, and waits until it has stopped. */
  close(): Promise<void>;
}

interface ScheduleParts {
  concurrency: number;
  clock: Pick<Clock, 'monotonic'>;
  /** Asks once, and gives the wait before the next time, `null` for never. Must not reject. */
  run(id: string, signal: AbortSignal): Promise<number | null>;
}

/** Timers longer than this would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** One timer for all tasks, and a bound on how many are asked for at the same time; the longest due goes first. */
export function createSchedule({ concurrency, clock, run }: ScheduleParts): Schedule {
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
        timer = setTimeout(next, Math.min(longestTimerMs, at - now));
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
    in(id, waitMs) {
      if (running.has(id)) return;
      due.set(id, clock.monotonic() + waitMs);
      next();
    },
    drop(id) {
      due.delete(id);
      if (running.has(id)) dropped.add(id);
    },
    knows: (id) => due.has(id) || running.has(id),
    isRunning: (id) => running.has(id),
    hurry() {
      for (const id of due.keys()) due.set(id, clock.monotonic());
      next();
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
