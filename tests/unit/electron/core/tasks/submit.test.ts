import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { quick } from '../../../../support/tasks/quick-timings.ts';
import {
  isOver,
  isSaved,
  json,
  noted,
  openBench,
  plainRoutes,
  startGateway,
  video,
  videoBytes,
} from '../../../../support/tasks/task-bench.ts';

test('a task is submitted, polled, fetched and saved, and the user is notified', async () => {
  const gateway = await startGateway(plainRoutes);
  const bench = await openBench({ baseAddress: gateway.url });
  const id = await bench.submit();
  const task = await bench.until(id, isSaved);
  expect(await bench.bytesOf(task)).toEqual(videoBytes());
  expect(task).toMatchObject({
    state: 'succeeded',
    taskId: 'task_1',
    model: 'm-video',
    prompt: 'a hill',
    family: 'videos',
  });
  expect(task).toMatchObject({ progress: 1, watching: false, missedPolls: 0, nextPollAt: null, paused: null });
  expect(noted(task)).toEqual([
    'submitted queued',
    'state running',
    'state succeeded',
    'download succeeded',
    'saved succeeded',
  ]);
  expect(task.spans.map(({ kind }) => kind)).toEqual(['submitting', 'queued', 'running', 'downloading']);
  expect(task.spans.every(({ endedAt }) => endedAt !== null)).toBe(true);
  expect(gateway.count('POST ')).toBe(1);
  expect(bench.notes).toEqual(['A result is ready: m-video · gateway']);
  expect(task.request).toBe('{"model":"m-video","prompt":"a hill"}');
});

test('submitted twice under one id, one task is made', async () => {
  const gateway = await startGateway(plainRoutes);
  const bench = await openBench({ baseAddress: gateway.url });
  const id = await bench.submit({}, { id: 'chosen-by-the-asker' });
  expect(id).toBe('chosen-by-the-asker');
  await bench.until(id, isSaved);
  expect(await bench.submit({}, { id })).toBe(id);
  expect(await bench.client.tasks.list({})).toHaveLength(1);
  expect(gateway.count('POST ')).toBe(1);
});

test('the task and its line in the journal are on disk before the gateway receives it', async () => {
  let written = '';
  let folder = '';
  const gateway = await startGateway({
    ...plainRoutes,
    'POST /v1/videos': (_request, response) => {
      written = readFileSync(path.join(folder, 'tasks.journal'), 'utf8');
      json(response, video('queued'));
    },
  });
  const bench = await openBench({ baseAddress: gateway.url });
  folder = bench.folder;
  const id = await bench.submit();
  const before = await bench.client.tasks.get({ id });
  expect(before.state).toBe('submitting');
  await bench.until(id, isSaved);
  expect(written).toContain(id);
});

/** How the gateway responds to the submission, the resulting state, and a word of the message. */
const refusals = [
  [
    '400',
    'refused',
    'prompt',
    (_: unknown, response: never) =>
      json(response, { code: 'invalid_request', message: 'prompt is required', data: null }, 400),
  ],
  [
    '401',
    'refused',
    'key',
    (_: unknown, response: never) => json(response, { error: { message: 'Invalid token' } }, 401),
  ],
  ['429', 'refused', '', (_: unknown, response: never) => json(response, { error: { message: 'slow down' } }, 429)],
  ['500', 'refused', '', (_: unknown, response: never) => json(response, { error: { message: 'oops' } }, 500)],
  [
    'an error inside 200',
    'refused',
    '',
    (_: unknown, response: never) => json(response, { error: { message: 'no channel', code: 'model_not_found' } }),
  ],
  [
    '502',
    'unknown-outcome',
    'may have been created',
    (_: unknown, response: never) => json(response, { error: { message: 'bad gateway' } }, 502),
  ],
  ['504', 'unknown-outcome', 'may have been created', (_: unknown, response: never) => json(response, {}, 504)],
  ['524', 'unknown-outcome', 'may have been created', (_: unknown, response: never) => json(response, {}, 524)],
  [
    '200 without an id',
    'unknown-outcome',
    'may have been created',
    (_: unknown, response: never) => json(response, { ok: true }),
  ],
  [
    '200 with nothing',
    'unknown-outcome',
    'may have been created',
    (_: unknown, response: { end(): void }) => response.end(),
  ],
  [
    '200 with data: null',
    'unknown-outcome',
    'may have been created',
    (_: unknown, response: never) => json(response, { code: 'success', data: null }),
  ],
  [
    'half a document',
    'unknown-outcome',
    'may have been created',
    (_: unknown, response: { end(text: string): void }) => response.end('{"id":"task'),
  ],
  [
    'a page',
    'unknown-outcome',
    'may have been created',
    (_: unknown, response: { end(text: string): void }) => response.end('<!doctype html><title>x</title>'),
  ],
] as const;

for (const [name, state, words, reply] of refusals)
  test(`a submission answered with ${name} is ${state} and never sent again`, async () => {
    const gateway = await startGateway({ 'POST /v1/videos': reply as never });
    const bench = await openBench({ baseAddress: gateway.url });
    const task = await bench.until(await bench.submit(), isOver);
    expect(task.state).toBe(state);
    expect(task.failure?.message).toContain(words);
    expect(task.failure?.hint).not.toBe('');
    expect(task).toMatchObject({ taskId: null, watching: false, nextPollAt: null });
    expect(task.failure?.exchangeId).toBe(task.submitExchangeId);
    await bench.close();
    expect(gateway.seen).toHaveLength(1);
  });

test('a connection cut after the request leaves the outcome unknown', async () => {
  let requests = 0;
  const server = createServer((socket) => {
    socket.once('data', () => {
      requests += 1;
      socket.destroy();
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const bench = await openBench({ baseAddress: `http://127.0.0.1:${port}` });
  const task = await bench.until(await bench.submit(), isOver);
  expect(task.state).toBe('unknown-outcome');
  expect(task.failure?.hint).toContain('by its ID');
  await bench.close();
  server.close();
  expect(requests).toBe(1);
});

test('a refused connection: no task was made, and that is certain', async () => {
  const gateway = await startGateway({});
  await gateway.close();
  const bench = await openBench({ baseAddress: gateway.url });
  const task = await bench.until(await bench.submit(), isOver);
  expect(task).toMatchObject({ state: 'refused', failure: { code: 'refused' } });
});

/** Responses to a submission, and the id that is polled. */
const shapes: [string, unknown, string][] = [
  ['both ids', { id: 'a', task_id: 'b', status: 'queued' }, 'b'],
  ['only task_id', { task_id: 'b' }, 'b'],
  ['an object of video', { id: 'video_1', object: 'video', status: 'queued' }, 'video_1'],
  ['an envelope', { code: 'success', data: { task_id: 'c' } }, 'c'],
  ['an envelope with a database row', { code: 0, data: { id: 7, task_id: 'c', status: 'NOT_START' } }, 'c'],
  ['the output of DashScope', { output: { task_id: 'd', task_status: 'PENDING' }, request_id: 'r' }, 'd'],
  ['video_id', { video_id: 'e', status: 'pending' }, 'e'],
  ['a number', { task_id: 4711, status: 'submitted' }, '4711'],
];
for (const [name, reply, taskId] of shapes)
  test(`the id is found in ${name}`, async () => {
    const gateway = await startGateway({ 'POST /v1/videos': (_request, response) => json(response, reply) });
    const bench = await openBench({ baseAddress: gateway.url });
    const task = await bench.until(await bench.submit(), (one) => one.state !== 'submitting');
    expect(task.taskId).toBe(taskId);
    expect(task.candidateIds[0]).toBe(taskId);
  });

/** What the response to a submission reports, and the state that the task has from then on. */
const reported: [string, Record<string, unknown>, string][] = [
  ['no state', {}, 'checking'],
  ['queued', { status: 'queued' }, 'queued'],
  ['running', { status: 'in_progress' }, 'running'],
  ['an end, which polling confirms', { status: 'completed' }, 'checking'],
];
for (const [name, more, state] of reported)
  test(`the state after a submission is the reported one: ${name}`, async () => {
    const gateway = await startGateway({
      'POST /v1/videos': (_request, response) => json(response, { task_id: 'task_1', ...more }),
    });
    const timings = { ...quick, firstPollMs: [60_000, 60_000] as const };
    const bench = await openBench({ baseAddress: gateway.url, options: { taskTimings: timings } });
    const task = await bench.until(await bench.submit(), (one) => one.state !== 'submitting');
    expect(task.state).toBe(state);
    expect(task.spans.at(-1)?.kind).toBe(state);
  });

test('an imported id that the gateway does not know was never queued', async () => {
  const gateway = await startGateway({});
  const bench = await openBench({ baseAddress: gateway.url });
  const { id } = await bench.client.tasks.adopt({
    connectionId: bench.connectionId,
    family: 'videos',
    taskId: 'nonsense',
  });
  const task = await bench.until(id, isOver);
  expect(task).toMatchObject({ state: 'lost', adopted: true });
  expect(task.marks.map(({ state }) => state)).not.toContain('queued');
  expect(task.spans.map(({ kind }) => kind)).toEqual(['checking']);
});

test('a draft that cannot be sent makes no row, and a route without tasks is refused', async () => {
  const bench = await openBench({ baseAddress: 'http://127.0.0.1:1' });
  const body = { kind: 'json' as const, text: '{}' };
  const draft = { connectionId: bench.connectionId, body };
  await expect(bench.client.tasks.submit({ draft: { ...draft, routeId: 'chat.completions' } })).rejects.toThrow(
    "doesn't create tasks",
  );
  await expect(bench.client.tasks.submit({ draft: { ...draft, routeId: 'custom' } })).rejects.toThrow('rule');
  await expect(
    bench.client.tasks.submit({ draft: { ...draft, connectionId: 'gone', routeId: 'videos' } }),
  ).rejects.toThrow('was deleted');
  expect(await bench.client.tasks.list({})).toEqual([]);
});

test('a remix names its parent, and is polled with the key that made it', async () => {
  const gateway = await startGateway({
    ...plainRoutes,
    'POST /v1/videos/task_1/remix': (_request, response) => json(response, { id: 'task_2', status: 'queued' }),
  });
  const bench = await openBench({ baseAddress: gateway.url });
  const parentId = await bench.submit();
  await bench.until(parentId, isSaved);
  const other = await bench.client.keys.put({
    connectionId: bench.connectionId,
    alias: 'other',
    secret: 'sk-other-9876543210',
  });
  const body = { kind: 'json' as const, text: '{"prompt":"at night"}' };
  const change = { routeId: 'videos.remix' as const, params: { video_id: 'task_1' }, body, keyId: other.id };
  const id = await bench.submit(change, { parentId });
  const task = await bench.until(id, ({ missedPolls }) => missedPolls >= 2);
  expect(task).toMatchObject({ parentId, taskId: 'task_2', prompt: 'at night', keyAlias: 'other', family: 'videos' });
  const requests = gateway.seen.filter(({ url }) => url.endsWith('/task_2'));
  expect(requests.slice(0, 2).map(({ url }) => url)).toEqual(['/v1/videos/task_2', '/v1/video/generations/task_2']);
  expect(new Set(requests.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer sk-other-9876543210']),
  );
});

test.each(['../other', 'https://gateway.example/v1/videos/task_1', '..', '  '])(
  'what cannot be the id of a task is refused in words, and nothing is asked: %j',
  async (taskId) => {
    const gateway = await startGateway(plainRoutes);
    const { client, connectionId } = await openBench({ baseAddress: gateway.url });
    await expect(client.tasks.adopt({ connectionId, family: 'videos', taskId })).rejects.toThrow(/task ID/i);
    expect(await client.tasks.list({})).toEqual([]);
    expect(gateway.seen).toEqual([]);
  },
);
