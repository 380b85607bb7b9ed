import { expect, test } from 'vitest';
import { consequenceOf, firstWait, lengthen, type Streak, waitAfter } from '#core/tasks/polling/poll-policy.ts';
import { defaultTimings as timings } from '#core/tasks/polling/task-timings.ts';
import { type FailureCode, failure } from '#shared/protocol/failure.ts';

const minute = 60_000;

/** The result of polls that all failed in the same way, `stepMs` apart. */
function after(
  code: FailureCode,
  times: number,
  { stepMs = 1000, ...known }: Parameters<typeof failure>[2] & { stepMs?: number } = {},
) {
  const found = failure(code, 'x', known);
  let streak: Streak | null = null;
  for (let look = 0; look < times; look += 1) streak = lengthen(streak, found, look * stepMs);
  return consequenceOf(found, streak as unknown as Streak, times, (times - 1) * stepMs, timings);
}

test('waits between successful polls: a few seconds, 10 s six times, 15 s, at most 30 s', () => {
  expect([0, 0.5, 1].map((random) => firstWait(timings, random))).toEqual([3000, 4000, 5000]);
  const waits = Array.from({ length: 40 }, (_, look) => waitAfter(look + 1, null, timings, 0.5));
  expect(waits.slice(0, 6)).toEqual(Array(6).fill(10_000));
  expect(waits.slice(6, 26)).toEqual(Array(20).fill(15_000));
  expect(new Set(waits.slice(26))).toEqual(new Set([30_000]));
  expect([0, 1].map((random) => Math.round(waitAfter(1, null, timings, random)))).toEqual([8000, 12_000]);
  expect(waitAfter(1, 700, timings)).toBe(700);
  expect(waitAfter(1, 10 ** 9, timings)).toBe(timings.maxRequestedDelayMs);
});

test('a failed poll is repeated after 2 s, then at growing intervals, at most a minute', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 20].map((times) => after('reset', times));
  expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => ({ kind: 'again', waitMs: seconds * 1000 })));
  expect(after('rate-limited', 1, { retryAfterMs: 45_000 })).toEqual({ kind: 'again', waitMs: 45_000 });
  expect(after('overloaded', 9, { status: 503 })).toEqual({ kind: 'again', waitMs: minute });
});

test('unresolved names are retried for 10 minutes, 5xx responses for 20 minutes', () => {
  expect(after('dns', 10, { stepMs: minute })).toMatchObject({ kind: 'again' });
  expect(after('dns', 11, { stepMs: minute })).toEqual({ kind: 'pause', why: 'network' });
  expect(after('server', 20, { stepMs: minute, status: 500 })).toMatchObject({ kind: 'again' });
  expect(after('upstream', 21, { stepMs: minute, status: 502 })).toEqual({ kind: 'pause', why: 'answer' });
  expect(after('refused', 500, { stepMs: minute })).toMatchObject({ kind: 'again' });
});

test('three broken handshakes end polling', () => {
  expect(after('tls', 2)).toMatchObject({ kind: 'again' });
  expect(after('tls', 3)).toEqual({ kind: 'pause', why: 'network' });
});

test('only polls that failed alike count as consecutive', () => {
  const absent = failure('not-found', 'x', { status: 404 });
  let streak = lengthen(lengthen(null, absent, 0), absent, 1);
  streak = lengthen(streak, failure('reset', 'x'), 2);
  streak = lengthen(streak, absent, 3);
  expect(streak).toEqual({ what: 'absent', count: 1, since: 3 });
  expect(consequenceOf(absent, streak, 4, 3, timings)).toEqual({ kind: 'again', waitMs: 10_000 });
  expect(after('route-absent', 3, { status: 404 })).toEqual({ kind: 'lost' });
  expect(after('rejected', 3, { status: 405 })).toEqual({ kind: 'lost' });
});

const rests: [FailureCode, string][] = [
  ['auth', 'key'],
  ['forbidden', 'key'],
  ['quota', 'key'],
  ['no-key', 'key'],
  ['not-found-here', 'connection'],
  ['redirect', 'connection'],
  ['invalid-address', 'connection'],
  ['too-large', 'answer'],
  ['protocol', 'answer'],
  ['unsupported-media', 'answer'],
  ['rejected', 'answer'],
];
for (const [code, why] of rests)
  test(`${code} ends polling at once`, () => {
    expect(after(code, 1)).toEqual({ kind: 'pause', why });
  });
