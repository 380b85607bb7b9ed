import { expect, test, vi } from 'vitest';
import { Watchdog } from '../../../../../electron/core/http/watchdog.ts';

/** A clock that follows the fake timers and can jump. */
function setUp() {
  vi.useFakeTimers();
  let jumped = 0;
  const began = Date.now();
  const heard: boolean[] = [];
  const monotonic = () => Date.now() - began + jumped;
  const watchdog = new Watchdog({ now: Date.now, monotonic }, (slept) => heard.push(slept));
  return {
    watchdog,
    heard,
    jump: (ms: number) => {
      jumped += ms;
    },
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

test('silence is reported once it lasts as long as the limit', async () => {
  const { watchdog, heard, pass } = setUp();
  watchdog.start(1000);
  await pass(990);
  expect(heard).toEqual([]);
  await pass(20);
  expect(heard).toEqual([false]);
  vi.useRealTimers();
});

test('what is heard puts it off, and rest does not count', async () => {
  const { watchdog, heard, pass } = setUp();
  watchdog.start(1000);
  for (let index = 0; index < 5; index += 1) {
    await pass(900);
    watchdog.wait();
  }
  watchdog.rest();
  await pass(10_000);
  expect(heard).toEqual([]);
  watchdog.wait();
  await pass(2100);
  expect(heard).toEqual([false]);
  vi.useRealTimers();
});

test('the time a computer slept is not the silence of the other side', async () => {
  const { watchdog, heard, pass, jump } = setUp();
  watchdog.start(60_000);
  await pass(30_000);
  jump(3_600_000);
  await pass(30_000);
  expect(heard).toEqual([]);
  await pass(4_900);
  expect(heard).toEqual([]);
  await pass(200);
  expect(heard).toEqual([true]);
  vi.useRealTimers();
});

test('after it stopped nothing is reported', async () => {
  const { watchdog, heard, pass } = setUp();
  watchdog.start(1000);
  await pass(500);
  watchdog.stop();
  await pass(5000);
  expect(heard).toEqual([]);
  vi.useRealTimers();
});
