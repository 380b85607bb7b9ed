import { stampOf, withPresentKey } from '../pause.ts';
import type { TaskParts } from '../ports.ts';
import { isEnded, isPolled, mark, type StoredTask } from '../stored-task.ts';
import type { TaskRows } from '../task-rows.ts';
import type { PollHistory } from './poll-history.ts';
import { consequenceOf, isAbsence, jittered, lengthen, type Streak, waitAfter } from './poll-policy.ts';
import { type PollResult, requestTaskState, waysOf } from './request-task-state.ts';
import { applyReport, markLost, pausePolling, recordFailedPoll } from './take-response.ts';

export interface PollerParts extends TaskParts {
  rows: TaskRows;
  history: PollHistory;
  /** The task has just ended. */
  onEnd(task: StoredTask): void;
}

/** Polls tasks. */
export function createPoller(parts: PollerParts) {
  const { rows, history, exchanges, clock, timings, announce } = parts;
  const streaks = new Map<string, Streak>();
  /** When it was last polled, on the monotonic clock. */
  const polledAt = new Map<string, number>();

  /** Adds the time since the last poll to the watched time. */
  function countTime(task: StoredTask): void {
    const now = clock.monotonic();
    task.facts.watchedMs += now - (polledAt.get(task.facts.id) ?? now);
    polledAt.set(task.facts.id, now);
  }

  function settle(task: StoredTask, waitMs: number | null): number | null {
    const { facts } = task;
    if (!isPolled(facts) || facts.paused !== null) return null;
    if (facts.watchedMs > timings.horizonMs) {
      facts.watching = false;
      facts.nextPollAt = null;
      mark(task, { kind: 'stopped', note: 'Polling stopped after one day. Refresh the task to resume polling.' });
      return null;
    }
    if (waitMs !== null) facts.nextPollAt = Math.round(Date.now() + waitMs);
    return waitMs;
  }

  /** Returns the delay after a failed poll. `stamp`: the pause stamp from before the poll. */
  function missed(task: StoredTask, polled: Extract<PollResult, { kind: 'failed' }>, stamp: string): number | null {
    const { facts } = task;
    const { failure: found } = polled;
    const ways = waysOf(task);
    recordFailedPoll(task, polled);
    // The task was never found: another route or another of its ids may be the right one.
    if (!facts.isKnown && isAbsence(found) && facts.way + 1 < ways.length) {
      facts.way += 1;
      return 0;
    }
    const streak = lengthen(streaks.get(facts.id) ?? null, found, clock.monotonic());
    streaks.set(facts.id, streak);
    if (!facts.isKnown && isAbsence(found)) facts.way = 0;
    const follows = consequenceOf(found, streak, facts.missedPolls, clock.monotonic(), timings);
    // A pause would miss a key that was entered while the request failed for lack of it.
    if (follows.kind === 'pause' && stampOf(facts, parts) !== stamp) return 0;
    if (follows.kind === 'again') return jittered(follows.waitMs, found.retryAfterMs === null ? timings.jitter : 0);
    if (follows.kind === 'lost') markLost(task, found);
    else pausePolling(task, follows.why, found, stamp);
    return null;
  }

  function take(
    task: StoredTask,
    polled: Exclude<PollResult, { kind: 'aborted' }>,
    stamp: string,
  ): { waitMs: number | null; isIdle: boolean } {
    countTime(task);
    if (!isPolled(task.facts)) return { waitMs: null, isIdle: true };
    if (polled.kind === 'failed') {
      const isFirst = task.facts.pollFailure?.code !== polled.failure.code;
      return { waitMs: settle(task, missed(task, polled, stamp)), isIdle: !isFirst };
    }
    streaks.delete(task.facts.id);
    const used = waysOf(task)[task.facts.way];
    if (used && !task.facts.isKnown) {
      Object.assign(task.facts, { family: used.family, taskId: used.taskId, way: 0 });
      const { rule } = task.depth;
      if (rule && used.path !== undefined) task.depth.rule = { ...rule, pollPath: used.path };
    }
    const hasChanged = applyReport(task, polled.report, polled.exchangeId);
    return { waitMs: settle(task, waitAfter(task.facts.polls, polled.waitMs, timings)), isIdle: !hasChanged };
  }

  return {
    /** Polls once. Returns the delay before the next poll in milliseconds, `null` when there is none. Does not reject. */
    async poll(id: string, signal: AbortSignal): Promise<number | null> {
      const found = rows.find(id);
      if (!found || !isPolled(found.facts)) return null;
      const task = withPresentKey(found, parts.keys);
      const way = waysOf(task)[task.facts.way] ?? waysOf(task)[0];
      if (!way) return null;
      polledAt.set(id, polledAt.get(id) ?? clock.monotonic());
      announce({ area: 'tasks', id });
      const stamp = stampOf(found.facts, parts);
      const polled = await requestTaskState(task, way, exchanges, signal);
      if (polled.kind === 'aborted') return null;
      let outcome: ReturnType<typeof take> = { waitMs: null, isIdle: true };
      const after = rows.change(id, (now) => {
        outcome = take(now, polled, stamp);
      });
      if (!after) return null;
      if (outcome.isIdle) await history.noteIdle(id, polled.exchangeId);
      announce({ area: 'tasks', id });
      if (isEnded(after.facts)) parts.onEnd(after);
      return outcome.waitMs;
    },
    /** Forgets previous failed polls: the next one counts as the first. */
    reset(id: string): void {
      streaks.delete(id);
      polledAt.delete(id);
    },
  };
}
