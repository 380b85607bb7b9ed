import { expect, test, vi } from 'vitest';
import { defaultTimings } from '#core/tasks/polling/task-timings.ts';
import { newTask } from '#core/tasks/stored-task.ts';
import { recordTimeline } from '#core/tasks/task-rows.ts';
import { watchEnvironment } from '#core/tasks/watch-environment.ts';
import type { Change } from '#shared/contract/host.ts';

/** The world on clocks that a test moves, and what was told of it. */
function openWorld() {
  vi.useFakeTimers();
  const told: string[] = [];
  const world = { wallMs: 1_700_000_000_000, runMs: 0, networks: 'a' };
  const changes: ((change: Change) => void)[] = [];
  async function* listen(signal: AbortSignal): AsyncGenerator<Change> {
    while (!signal.aborted) yield await new Promise<Change>((resolve) => changes.push(resolve));
  }
  const end = watchEnvironment(
    {
      timings: defaultTimings,
      clock: { now: () => world.wallMs, monotonic: () => world.runMs },
      changes: listen,
      networks: () => world.networks,
    },
    {
      onTick: () => told.push('tick'),
      onWake: () => told.push('wake'),
      onNetwork: () => told.push('network'),
      onChange: () => told.push('change'),
      onRoom: () => told.push('room'),
    },
  );
  const tick = (wallMs = 5000, runMs = wallMs) => {
    world.wallMs += wallMs;
    world.runMs += runMs;
    vi.advanceTimersByTime(5000);
    return told.splice(0);
  };
  const close = () => {
    end();
    vi.useRealTimers();
  };
  return { tick, world, changes, told, close };
}

test('sleep is seen once, networks when they change, room now and then', () => {
  const { tick, world, close } = openWorld();
  expect(tick()).toEqual(['tick']);
  expect(tick(3_600_000, 5000)).toEqual(['wake', 'tick']);
  expect(tick()).toEqual(['tick']);
  world.networks = 'b';
  expect(tick()).toEqual(['network', 'tick']);
  expect(tick()).toEqual(['tick']);
  // A clock that was set back is looked at once as well, and nothing breaks.
  expect(tick(-86_400_000, 5000)).toEqual(['wake', 'tick']);
  expect(Array.from({ length: 12 }, () => tick()).flat()).toContain('room');
  close();
});

test('changes of keys and connections are told, others are not', async () => {
  const { changes, told, close } = openWorld();
  for (const area of ['keys', 'exchanges', 'connections'] as const) {
    changes.shift()?.({ area });
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(told).toEqual(['change', 'change']);
  close();
});

test('stretches follow each other without gap, neighbours of one kind are one, and a clock set back does no harm', () => {
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
