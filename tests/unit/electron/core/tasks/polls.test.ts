import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { HostServices, Vault } from '#core/host-services.ts';
import type { CoreOptions } from '#core/index.ts';
import type { TaskDetail } from '#shared/contract/tasks.ts';
import { createMemoryVault } from '../../../../support/core/memory-vault.ts';
import { canaryKey } from '../../../../support/exchange/canary.ts';
import { quick } from '../../../../support/tasks/quick-timings.ts';
import {
  isOver,
  isSaved,
  json,
  openBench,
  plainRoutes,
  startGateway,
  video,
} from '../../../../support/tasks/task-bench.ts';

type Fault = (response: ServerResponse) => unknown;

/** A gateway on which polls of the task hit a fault, `times` times after a first good poll; then it is done. */
async function openFaulty(
  fault: Fault,
  times = Number.POSITIVE_INFINITY,
  timings: CoreOptions['taskTimings'] = {},
  hostServices: Partial<HostServices> = {},
) {
  let looks = 0;
  const gateway = await startGateway({
    ...plainRoutes,
    'GET /v1/videos/task_1': (_request, response) => {
      looks += 1;
      if (looks === 1) return json(response, video('in_progress', { progress: 40 }));
      return looks <= times + 1 ? fault(response) : json(response, video('completed'));
    },
  });
  const bench = await openBench({
    baseAddress: gateway.url,
    connection: { deadlines: { headersMs: 200, idleMs: 200 } },
    options: { taskTimings: { ...quick, ...timings } },
    hostServices,
  });
  const id = await bench.submit();
  return { gateway, bench, id, looks: () => looks };
}

/** A status line with headers, then a text. */
const raw =
  (status: number, headers: Record<string, string>, text: string): Fault =>
  (response) => {
    response.writeHead(status, headers);
    response.end(text);
  };

const error =
  (status: number, message = 'no', more = {}, headers = {}): Fault =>
  (response) =>
    json(response, { error: { message, ...more } }, status, headers);

/** Transient faults: the task keeps its state, is polled again, and finishes. */
const passing: [string, Fault, string][] = [
  ['data: null', (response) => json(response, { code: 'success', message: '', data: null }), 'empty'],
  ['a page once', raw(200, {}, '<!doctype html><title>Sign in</title>'), 'not-json'],
  ['no JSON once', raw(200, {}, '{"id":}'), 'bad-json'],
];
for (const [name, fault, code] of passing)
  test(`${name} does not affect the task: it is polled again`, async () => {
    const { bench, id } = await openFaulty(fault, 2);
    const stale = await bench.until(id, ({ missedPolls }) => missedPolls > 0);
    expect(stale).toMatchObject({ state: 'running', progress: 0.4, watching: true, paused: null });
    if (code !== '') expect(stale.pollFailure?.code).toBe(code);
    expect(stale.pollFailure?.message).not.toBe('');
    const task = await bench.until(id, isSaved);
    expect(task).toMatchObject({ state: 'succeeded', missedPolls: 0, pollFailure: null });
  });

/** Permanent faults: polling pauses with a reason, and what was known stays. */
const resting: [string, Fault, NonNullable<TaskDetail['paused']>['why'], number][] = [
  ['an error inside 200', (response) => json(response, { error: { message: 'busy', type: 'odd' } }), 'answer', 3],
];
for (const [name, fault, why, looks] of resting)
  test(`${name}: polling pauses after ${looks}, and resumes on request`, async () => {
    const faulty = await openFaulty(fault, looks);
    const { bench, id } = faulty;
    const task = await bench.until(id, ({ paused }) => paused !== null);
    expect(task).toMatchObject({
      state: 'running',
      progress: 0.4,
      taskId: 'task_1',
      nextPollAt: null,
      paused: { why },
    });
    expect(task.paused?.failure.message).not.toBe('');
    expect(faulty.looks()).toBe(looks + 1);
    await bench.client.tasks.refresh({ id });
    expect((await bench.until(id, isSaved)).state).toBe('succeeded');
  });

test('a gateway that reports the task as unknown three times has lost it; what was known stays', async () => {
  const { bench, id, looks } = await openFaulty(error(404, 'Not Found'));
  const task = await bench.until(id, isOver);
  expect(task).toMatchObject({ state: 'lost', taskId: 'task_1', watching: false, progress: 0.4 });
  expect(task.failure?.message).toContain('no longer exists');
  expect(task.record).toContain('in_progress');
  expect(looks()).toBe(4);
  expect(bench.notes).toEqual(['A task was not found: m-video · gateway']);
});

test('task_not_exist with status 400 counts as unknown, and two of them as nothing', async () => {
  const unknown: Fault = (response) =>
    json(response, { code: 'task_not_exist', message: 'task_not_exist', data: null }, 400);
  const lost = await openFaulty(unknown);
  expect((await lost.bench.until(lost.id, isOver)).state).toBe('lost');
  const found = await openFaulty(unknown, 2);
  expect((await found.bench.until(found.id, isOver)).state).toBe('succeeded');
});

test("a lost task is polled again on the user's request", async () => {
  const { bench, id } = await openFaulty(error(404, 'Not Found'), 3);
  await bench.until(id, ({ state }) => state === 'lost');
  await bench.client.tasks.refresh({ id });
  expect((await bench.until(id, isSaved)).failure).toBeNull();
});

test('a gateway that is down: the task is stale and not failed', async () => {
  const { gateway, bench, id } = await openFaulty(error(500));
  await bench.until(id, ({ missedPolls }) => missedPolls > 0);
  await gateway.close();
  const stale = await bench.until(id, ({ pollFailure }) => pollFailure?.code === 'refused');
  expect(stale).toMatchObject({ state: 'running', watching: true, paused: null });
});

test('a wait requested by the gateway is respected', async () => {
  const { bench, id } = await openFaulty(error(429, 'slow', {}, { 'retry-after': '30' }), 1);
  const task = await bench.until(id, ({ missedPolls, nextPollAt }) => missedPolls > 0 && nextPollAt !== null);
  expect(((task.nextPollAt as number) - Date.now()) / 1000).toBeGreaterThan(25);
});

test('a wait in the header of a 200 response is respected', async () => {
  const gateway = await startGateway({
    ...plainRoutes,
    'GET /v1/videos/task_1': (_request, response) =>
      json(response, video('queued'), 200, { 'openai-poll-after-ms': '40000' }),
  });
  const bench = await openBench({ baseAddress: gateway.url });
  const task = await bench.until(await bench.submit(), ({ polls, nextPollAt }) => polls === 1 && nextPollAt !== null);
  expect(((task.nextPollAt as number) - Date.now()) / 1000).toBeGreaterThan(35);
});

test('20 minutes of nothing but 5xx end polling', async () => {
  const { bench, id } = await openFaulty(error(502), undefined, { hopelessServerMs: 60 });
  const task = await bench.until(id, ({ paused }) => paused !== null);
  expect(task).toMatchObject({ state: 'running', paused: { why: 'answer' } });
  expect(task.missedPolls).toBeGreaterThan(1);
});

test('after its horizon a task is no longer polled, and can be polled again', async () => {
  const gateway = await startGateway({
    ...plainRoutes,
    'GET /v1/videos/task_1': (_request, response) => json(response, video('in_progress')),
  });
  const bench = await openBench({ baseAddress: gateway.url, options: { taskTimings: { ...quick, horizonMs: 50 } } });
  const id = await bench.submit();
  const task = await bench.until(id, ({ watching }) => !watching);
  expect(task).toMatchObject({ state: 'running', endedAt: null, nextPollAt: null });
  expect(task.marks.at(-1)).toMatchObject({ kind: 'stopped' });
  await bench.client.tasks.refresh({ id });
  const again = await bench.until(id, ({ polls }) => polls > task.polls);
  expect(again.marks.map(({ kind }) => kind)).toContain('watched');
});

test('untracking stops polling; the task is left alone', async () => {
  const { bench, id, looks } = await openFaulty((response) => json(response, video('in_progress')), 1000);
  await bench.until(id, ({ polls }) => polls > 2);
  await bench.client.tasks.stop({ id });
  const task = await bench.client.tasks.get({ id });
  expect(task).toMatchObject({ watching: false, state: 'running', nextPollAt: null });
  const before = looks();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(looks() - before).toBeLessThanOrEqual(1);
});

test('a refused key pauses polling, which resumes when the key is replaced', async () => {
  const good = 'sk-good-key-0123456789';
  const gateway = await startGateway({
    ...plainRoutes,
    'GET /v1/videos/task_1': ({ headers }, response) =>
      headers.authorization === `Bearer ${good}`
        ? json(response, video('completed'))
        : json(response, { error: { message: 'Invalid token' } }, 401),
  });
  const bench = await openBench({ baseAddress: gateway.url });
  const id = await bench.submit();
  const task = await bench.until(id, ({ paused }) => paused !== null);
  expect(task.paused).toMatchObject({ why: 'key', failure: { code: 'auth' } });
  const [key] = await bench.client.keys.status({});
  await bench.client.keys.put({ id: key?.id, connectionId: bench.connectionId, alias: '', secret: good });
  expect((await bench.until(id, isOver)).state).toBe('succeeded');
});

test('a disabled key, or one removed with its connection, is reported', async () => {
  const { bench, id } = await openFaulty((response) => json(response, video('in_progress')), 1000);
  await bench.until(id, ({ polls }) => polls > 1);
  const [key] = await bench.client.keys.status({});
  await bench.client.keys.enable({ id: key?.id ?? '', enabled: false });
  const off = await bench.until(id, ({ paused }) => paused !== null);
  expect(off.paused).toMatchObject({ why: 'key', failure: { code: 'no-key' } });
  await bench.client.keys.enable({ id: key?.id ?? '', enabled: true });
  await bench.until(id, ({ paused }) => paused === null);
  await bench.client.connections.remove({ id: bench.connectionId });
  const removed = await bench.until(id, ({ paused }) => paused?.why === 'connection');
  expect(removed.paused?.failure.message).toContain('was deleted');
  expect(JSON.stringify(removed)).not.toContain(canaryKey);
});

test('a key entered while a poll fails for lack of it is used at once', async () => {
  const inner = createMemoryVault();
  const requested = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let isLost = false;
  const vault: Vault = {
    ...inner,
    async take(id) {
      if (!isLost) return inner.take(id);
      requested.resolve();
      await answered.promise;
      return null;
    },
  };
  const { bench, id } = await openFaulty((response) => json(response, video('in_progress')), 3, {}, { vault });
  await bench.until(id, ({ polls }) => polls > 0);
  isLost = true;
  await requested.promise;
  isLost = false;
  const [key] = await bench.client.keys.status({});
  await bench.client.keys.put({ id: key?.id, connectionId: bench.connectionId, alias: '', secret: canaryKey });
  answered.resolve();
  expect((await bench.until(id, isSaved)).state).toBe('succeeded');
});

test('polling resumes when the key store returns the key again, and a poll without a key is not a request', async () => {
  const vault = createMemoryVault();
  const { bench, id, looks } = await openFaulty((response) => json(response, video('in_progress')), 20, {}, { vault });
  await bench.until(id, ({ polls }) => polls > 0);
  const held = [...vault.secrets];
  vault.secrets.clear();
  const paused = await bench.until(id, (task) => task.paused !== null);
  expect(paused.paused).toMatchObject({ why: 'key', failure: { code: 'no-key' } });
  expect(paused.polls).toBe(looks());
  for (const [secretId, secret] of held) vault.secrets.set(secretId, secret);
  await bench.client.keys.status({});
  expect((await bench.until(id, isSaved)).state).toBe('succeeded');
});
