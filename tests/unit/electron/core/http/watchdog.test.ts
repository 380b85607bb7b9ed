import { expect, test, vi } from 'vitest';
import { Watchdog } from '../../../../../electron/core/http/watchdog.ts';

/** A clock that follows the fake timers and can jump. */
function setUp() {
  vi.useFakeTimers();
  let jumped = 0;
  const began = Date.now();
  const reports: boolean[] = [];
  const monotonic = () => Date.now() - began + jumped;
  const watchdog = new Watchdog({ now: Date.now, monotonic }, (slept) => reports.push(slept));
  return {
    watchdog,
    reports,
    jump: (ms: number) => {
      jumped += ms;
    },
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

test('silence is reported once it lasts as long as the limit', async () => {
  const { watchdog, reports, pass } = setUp();
  watchdog.start(1000);
  await pass(990);
  expect(reports).toEqual([]);
  await pass(20);
  expect(reports).toEqual([false]);
  vi.useRealTimers();
});

test('activity resets the limit, and paused time does not count', async () => {
  const { watchdog, reports, pass } = setUp();
  watchdog.start(1000);
  for (let index = 0; index < 5; index += 1) {
    await pass(900);
    watchdog.wait();
  }
  watchdog.rest();
  await pass(10_000);
  expect(reports).toEqual([]);
  watchdog.wait();
  await pass(2100);
  expect(reports).toEqual([false]);
  vi.useRealTimers();
});

test('the time a computer slept does not count as silence of the other side', async () => {
  const { watchdog, reports, pass, jump } = setUp();
  watchdog.start(60_000);
  await pass(30_000);
  jump(3_600_000);
  await pass(30_000);
  expect(reports).toEqual([]);
  await pass(4_900);
  expect(reports).toEqual([]);
  await pass(200);
  expect(reports).toEqual([true]);
  vi.useRealTimers();
});

test('nothing is reported after it stopped', async () => {
  const { watchdog, reports, pass } = setUp();
  watchdog.start(1000);
  await pass(500);
  watchdog.stop();
  await pass(5000);
  expect(reports).toEqual([]);
  vi.useRealTimers();
});
