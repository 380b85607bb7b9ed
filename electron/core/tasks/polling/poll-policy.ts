import type { TaskPause } from '#shared/contract/tasks.ts';
import type { Failure, FailureCode } from '#shared/protocol/failure.ts';
import { outcomes } from '#shared/protocol/outcomes.ts';
import type { TaskTimings } from './task-timings.ts';

/** Consecutive failed polls of one task with the same cause. */
export interface Streak {
  what: string;
  count: number;
  /** On the monotonic clock. */
  since: number;
}

/** The consequence of a failed poll. */
export type Consequence =
  /** The task is unaffected, and polled again. */
  | { kind: 'again'; waitMs: number }
  /** Polling pauses until something changes. */
  | { kind: 'pause'; why: TaskPause['why'] }
  /** The gateway does not know the task. */
  | { kind: 'lost' };

/** How many times in a row a gateway must report that it does not know a task. */
const timesAbsent = 3;
const timesTls = 3;
const timesPage = 3;
const timesUnexpected = 3;
const timesBadJson = 5;

const serverCodes: ReadonlySet<FailureCode> = new Set(['server', 'upstream']);

/** Returns true when the gateway reports that there is no such task, or no such route. */
export const isAbsence = ({ code, status }: Failure): boolean =>
  code === 'not-found' || code === 'route-absent' || status === 404 || status === 405;

function nameOf(failure: Failure): string {
  if (isAbsence(failure)) return 'absent';
  return serverCodes.has(failure.code) && (failure.status ?? 0) >= 500 ? 'server' : failure.code;
}

/** Returns the streak with one more failed poll; a new one when the cause differs. */
export function lengthen(streak: Streak | null, failure: Failure, now: number): Streak {
  const what = nameOf(failure);
  return streak?.what === what ? { ...streak, count: streak.count + 1 } : { what, count: 1, since: now };
}

/**
 * Returns the consequence of a failed poll. A task only ends when the gateway reports three times that it does not know
 * it; transient failures are retried, and permanent ones pause polling with their reason.
 *
 * @param missed failed polls in a row, including this one.
 * @param now on the monotonic clock.
 */
export function consequenceOf(
  failure: Failure,
  streak: Streak,
  missed: number,
  now: number,
  timings: TaskTimings,
): Consequence {
  const { code, retryAfterMs } = failure;
  const pause = (why: TaskPause['why']): Consequence => ({ kind: 'pause', why });
  const again = (waitMs: number): Consequence => ({ kind: 'again', waitMs });
  const lasted = now - streak.since;
  if (streak.what === 'absent')
    return streak.count >= timesAbsent ? { kind: 'lost' } : again(timings.stepsMs[0]?.[1] ?? timings.maxPollMs);
  const { poll } = outcomes[code];
  if (poll === 'key' || poll === 'connection') return pause(poll);
  if (code === 'tls' && streak.count >= timesTls) return pause('network');
  if (code === 'dns' && lasted >= timings.hopelessNameMs) return pause('network');
  if (poll === 'answer' && !failure.retryable) return pause('answer');
  if (code === 'not-json' && streak.count >= timesPage) return pause('answer');
  if (code === 'bad-json' && streak.count >= timesBadJson) return pause('answer');
  if ((code === 'in-band' || code === 'wrong-type') && streak.count >= timesUnexpected) return pause('answer');
  if (streak.what === 'server' && lasted >= timings.hopelessServerMs) return pause('answer');
  if (retryAfterMs !== null) return again(Math.min(retryAfterMs, timings.maxRequestedDelayMs));
  const [first, longest] = timings.missMs;
  return again(Math.min(longest, first * 2 ** Math.max(0, missed - 1)));
}

/**
 * Returns the delay before the next poll after a successful one.
 *
 * @param answered successful polls so far.
 * @param askedMs delay requested by the gateway, `null` without one.
 * @param random between 0 and 1.
 */
export function waitAfter(
  answered: number,
  askedMs: number | null,
  timings: TaskTimings,
  random = Math.random(),
): number {
  if (askedMs !== null) return Math.min(askedMs, timings.maxRequestedDelayMs);
  return jittered(plainWait(answered, timings), timings.jitter, random);
}

function plainWait(answered: number, { stepsMs, maxPollMs }: TaskTimings): number {
  let left = answered - 1;
  for (const [times, waitMs] of stepsMs) {
    if (left < times) return waitMs;
    left -= times;
  }
  return maxPollMs;
}

/** @param random between 0 and 1. */
export const jittered = (waitMs: number, share: number, random = Math.random()): number =>
  waitMs * (1 - share + 2 * share * random);

/** @param random between 0 and 1. */
export const firstWait = ({ firstPollMs: [from, to] }: TaskTimings, random = Math.random()): number =>
  from + (to - from) * random;
