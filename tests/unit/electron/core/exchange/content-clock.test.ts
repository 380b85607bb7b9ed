import { expect, test, vi } from 'vitest';
import { ContentClock } from '../../../../../electron/core/exchange/content-clock.ts';
import type { Silence } from '../../../../../shared/protocol/part.ts';

/** A clock that follows the fake timers and can jump. */
function setUp(limits = { firstMs: 30_000, nextMs: 10_000 }) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'Date'] });
  let jumped = 0;
  const began = Date.now();
  const silent: Silence[] = [];
  const stalls: [Silence, number][] = [];
  const clock = { now: Date.now, monotonic: () => Date.now() - began + jumped };
  const content = new ContentClock(clock, limits, {
    onSilent: (silence) => silent.push(silence),
    onStall: (...silences) => stalls.push(silences),
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return {
    content,
    silent,
    stalls,
    pass,
    jump: (ms: number) => {
      jumped += ms;
    },
    /** Sends keep-alives every 2 s for the given time. */
    async ping(ms: number, mark: number) {
      for (let at = 0; at < ms; at += 2000) {
        content.noteBytes(mark);
        content.wait();
        await pass(2000);
      }
    },
  };
}

test('keep-alives do not extend the content timeout, which differs before the first content', async () => {
  const { ping, stalls } = setUp();
  await ping(28_000, 0);
  expect(stalls).toEqual([]);
  await ping(12_000, 1);
  expect(stalls).toEqual([[expect.objectContaining({ contentMs: expect.any(Number) }), 10_000]]);
  const { contentMs, bytesMs } = stalls[0]![0];
  expect(contentMs).toBeGreaterThanOrEqual(10_000);
  expect(bytesMs).toBeLessThanOrEqual(2000);
  vi.useRealTimers();
});

test('content resets the timeout, and both silences are reported meanwhile', async () => {
  const { ping, silent, stalls, content } = setUp();
  for (let mark = 1; mark < 5; mark += 1) await ping(8000, mark);
  expect(stalls).toEqual([]);
  expect(silent.every(({ contentMs, bytesMs }) => contentMs >= 5000 && bytesMs <= 2000)).toBe(true);
  expect(silent.length).toBeGreaterThan(4);
  content.stop();
  vi.useRealTimers();
});

test('without any byte the end is left to the byte timeout', async () => {
  const { content, pass, stalls } = setUp();
  content.noteBytes(1);
  content.wait();
  await pass(60_000);
  expect(stalls).toEqual([]);
  content.stop();
  vi.useRealTimers();
});

test('time in which nothing is pending, or in which the computer sleeps, does not count', async () => {
  const { content, pass, jump, ping, stalls, silent } = setUp();
  content.noteBytes(1);
  await pass(60_000);
  expect([stalls, silent]).toEqual([[], []]);
  content.wait();
  await ping(4000, 1);
  jump(3_600_000);
  await ping(4000, 1);
  expect(stalls).toEqual([]);
  await ping(6000, 1);
  expect(stalls).toHaveLength(1);
  vi.useRealTimers();
});
