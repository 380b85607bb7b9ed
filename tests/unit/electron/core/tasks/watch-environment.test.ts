import { expect, test, vi } from 'vitest';
import { defaultTimings } from '#core/tasks/polling/task-timings.ts';
import { newTask } from '#core/tasks/stored-task.ts';
import { recordTimeline } from '#core/tasks/task-rows.ts';
import { watchEnvironment } from '#core/tasks/watch-environment.ts';
import type { Change } from '#shared/contract/host.ts';

/** The environment on clocks that a test moves, and its reports. */
function openEnvironment() {
  vi.useFakeTimers();
  const reports: string[] = [];
  const environment = { wallMs: 1_700_000_000_000, runMs: 0, networks: 'a' };
  const changes: ((change: Change) => void)[] = [];
  async function* listen(signal: AbortSignal): AsyncGenerator<Change> {
    while (!signal.aborted) yield await new Promise<Change>((resolve) => changes.push(resolve));
  }
  const end = watchEnvironment(
    {
      timings: defaultTimings,
      clock: { now: () => environment.wallMs, monotonic: () => environment.runMs },
      changes: listen,
      networks: () => environment.networks,
    },
    {
      onTick: () => reports.push('tick'),
      onWake: () => reports.push('wake'),
      onNetwork: () => reports.push('network'),
      onChange: () => reports.push('change'),
      onRoom: () => reports.push('room'),
    },
  );
  const tick = (wallMs = 5000, runMs = wallMs) => {
    environment.wallMs += wallMs;
    environment.runMs += runMs;
    vi.advanceTimersByTime(5000);
    return reports.splice(0);
  };
  const close = () => {
    end();
    vi.useRealTimers();
  };
  return { tick, environment, changes, reports, close };
}

test('sleep is reported once, networks when they change, free space periodically', () => {
  const { tick, environment, close } = openEnvironment();
  expect(tick()).toEqual(['tick']);
  expect(tick(3_600_000, 5000)).toEqual(['wake', 'tick']);
  expect(tick()).toEqual(['tick']);
  environment.networks = 'b';
  expect(tick()).toEqual(['network', 'tick']);
  expect(tick()).toEqual(['tick']);
  // A clock that was set back triggers one check as well, and nothing breaks.
  expect(tick(-86_400_000, 5000)).toEqual(['wake', 'tick']);
  expect(Array.from({ length: 12 }, () => tick()).flat()).toContain('room');
  close();
});

test('changes of keys and connections are reported, others are not', async () => {
  const { changes, reports, close } = openEnvironment();
  for (const area of ['keys', 'exchanges', 'connections'] as const) {
    changes.shift()?.({ area });
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(reports).toEqual(['change', 'change']);
  close();
});

test('spans are contiguous, adjacent spans of one kind are merged, and a clock set back does no harm', () => {
  const { facts } = newTask({
    id: 'x',
    connectionId: 'c',
    connectionName: 'c',
    keyId: null,
    keyAlias: null,
    family: 'videos',
  });
  const at = (now: number, change: Partial<typeof facts>) => {
    Object.assign(facts, change);
    recordTimeline(facts, now);
  };
  at(10, {});
  at(20, { state: 'queued', statusWord: 'queued' });
  at(25, { statusWord: 'pending' });
  at(30, { state: 'running', statusWord: 'Marinating' });
  at(5, { state: 'running', statusWord: 'processing' });
  at(50, { state: 'succeeded', statusWord: 'done', result: { ...facts.result, state: 'waiting' } });
  at(60, { result: { ...facts.result, state: 'downloading' } });
  at(70, { result: { ...facts.result, state: 'saved' } });
  expect(facts.spans).toEqual([
    { kind: 'submitting', startedAt: 10, endedAt: 20 },
    { kind: 'queued', startedAt: 20, endedAt: 30 },
    { kind: 'odd', startedAt: 30, endedAt: 30 },
    { kind: 'running', startedAt: 30, endedAt: 50 },
    { kind: 'downloading', startedAt: 50, endedAt: 70 },
  ]);
});
