import { stampOf, withPresentKey } from '../pause.ts';
import type { TaskParts } from '../ports.ts';
import { isEnded, isPolled, mark, type StoredTask } from '../stored-task.ts';
import type { TaskRows } from '../task-rows.ts';
import { type Asked, requestTaskState, waysOf } from './ask-task.ts';
import type { PollHistory } from './poll-history.ts';
import { consequenceOf, isAbsence, jittered, lengthen, type Streak, waitAfter } from './poll-policy.ts';
import { takeLoss, takeMiss, takePause, takeTold } from './take-response.ts';

export interface PollerParts extends TaskParts {
  rows: TaskRows;
  history: PollHistory;
  /** The task has just come to its end. */
  onEnd(task: StoredTask): void;
}

/** One look at a task after the other. */
export interface Poller {
  /** Looks once. The wait before the next look in milliseconds, `null` when there is none to come. Does not reject. */
  look(id: string, signal: AbortSignal): Promise<number | null>;
  /** Forgets how looks failed before: the next one is a first one. */
  reset(id: string): void;
}

export function createPoller(parts: PollerParts): Poller {
  const { rows, history, exchanges, clock, timings, announce } = parts;
  const streaks = new Map<string, Streak>();
  /** When it was last looked at, on the monotonic clock. */
  const lookedAt = new Map<string, number>();

  /** Adds the time since the last look to the time that it was watched. */
  function countTime(task: StoredTask): void {
    const now = clock.monotonic();
    task.facts.watchedMs += now - (lookedAt.get(task.facts.id) ?? now);
    lookedAt.set(task.facts.id, now);
  }

  function settle(task: StoredTask, waitMs: number | null): number | null {
    const { facts } = task;
    if (!isPolled(facts) || facts.paused !== null) return null;
    if (facts.watchedMs > timings.horizonMs) {
      facts.watching = false;
      facts.nextPollAt = null;
      mark(task, { kind: 'stopped', note: 'It was watched for a day. Ask for it to watch it again.' });
      return null;
    }
    if (waitMs !== null) facts.nextPollAt = Math.round(Date.now() + waitMs);
    return waitMs;
  }

  /** The wait after a look that failed. `stamp`: what it depended on when it began. */
  function missed(task: StoredTask, asked: Extract<Asked, { kind: 'failed' }>, stamp: string): number | null {
    const { facts } = task;
    const { failure: found } = asked;
    const ways = waysOf(task);
    takeMiss(task, asked);
    // Nobody has seen the task yet: another route or another of its ids may be the one that knows it.
    if (!facts.isKnown && isAbsence(found) && facts.way + 1 < ways.length) {
      facts.way += 1;
      return 0;
    }
    const streak = lengthen(streaks.get(facts.id) ?? null, found, clock.monotonic());
    streaks.set(facts.id, streak);
    if (!facts.isKnown && isAbsence(found)) facts.way = 0;
    const follows = consequenceOf(found, streak, facts.missedPolls, clock.monotonic(), timings);
    // A key that was entered while the request failed for lack of it would not be noticed by a pause.
    if (follows.kind === 'pause' && stampOf(facts, parts) !== stamp) return 0;
    if (follows.kind === 'again') return jittered(follows.waitMs, found.retryAfterMs === null ? timings.jitter : 0);
    if (follows.kind === 'lost') takeLoss(task, found);
    else takePause(task, follows.why, found, stamp);
    return null;
  }

  function take(
    task: StoredTask,
    asked: Exclude<Asked, { kind: 'left' }>,
    stamp: string,
  ): { waitMs: number | null; isIdle: boolean } {
    countTime(task);
    if (!isPolled(task.facts)) return { waitMs: null, isIdle: true };
    if (asked.kind === 'failed') {
      const isFirst = task.facts.pollFailure?.code !== asked.failure.code;
      return { waitMs: settle(task, missed(task, asked, stamp)), isIdle: !isFirst };
    }
    streaks.delete(task.facts.id);
    const used = waysOf(task)[task.facts.way];
    if (used && !task.facts.isKnown) Object.assign(task.facts, { family: used.family, taskId: used.taskId, way: 0 });
    const hasChanged = takeTold(task, asked.told, asked.exchangeId);
    return { waitMs: settle(task, waitAfter(task.facts.polls, asked.waitMs, timings)), isIdle: !hasChanged };
  }

  return {
    async look(id, signal) {
      const found = rows.find(id);
      if (!found || !isPolled(found.facts)) return null;
      const task = withPresentKey(found, parts.keys);
      const way = waysOf(task)[task.facts.way] ?? waysOf(task)[0];
      if (!way) return null;
      lookedAt.set(id, lookedAt.get(id) ?? clock.monotonic());
      announce({ area: 'tasks', id });
      const stamp = stampOf(found.facts, parts);
      const asked = await requestTaskState(task, way, exchanges, signal);
      if (asked.kind === 'left') return null;
      let outcome: ReturnType<typeof take> = { waitMs: null, isIdle: true };
      const after = rows.change(id, (now) => {
        outcome = take(now, asked, stamp);
      });
      if (!after) return null;
      if (outcome.isIdle) await history.noteIdle(id, asked.exchangeId);
      announce({ area: 'tasks', id });
      if (isEnded(after.facts)) parts.onEnd(after);
      return outcome.waitMs;
    },
    reset(id) {
      streaks.delete(id);
      lookedAt.delete(id);
    },
  };
}
