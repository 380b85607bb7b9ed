import { expect, test } from 'vitest';
import { readyRule } from '#shared/contract/ready-rules.ts';
import {
  isOver,
  isSaved,
  json,
  openBench,
  startGateway,
  videoBytes,
  videoFile,
} from '../../../../support/tasks/task-bench.ts';

type Routes = Parameters<typeof startGateway>[0];

/** A submission to a gateway with these routes, followed until its result is saved. */
async function savedFrom(routes: Routes, submit: Parameters<Awaited<ReturnType<typeof openBench>>['submit']> = []) {
  const gateway = await startGateway(routes);
  const bench = await openBench({ baseAddress: gateway.url, connection: { exposedRoutes: ['custom'] } });
  const id = await bench.submit(...submit);
  const task = await bench.until(
    id,
    (now) => isSaved(now) || (isOver(now) && now.result.state !== 'waiting' && now.result.state !== 'downloading'),
  );
  return { gateway, bench, task };
}

test.each([
  ['request_id', { request_id: 'b53c8bb4-1' }, 'b53c8bb4-1'],
  ['a job', { data: { job_id: 'job-4' } }, 'job-4'],
  ['a number', { id: 1234 }, '1234'],
  ['a bare id', { code: 'success', data: 'aa-bb-11' }, 'aa-bb-11'],
])('an accepted submission with %s is a task', async (_, answer, id) => {
  const { task } = await savedFrom({
    'POST /v1/videos': (_request, response) => json(response, answer),
    [`GET /v1/videos/${id}`]: (_request, response) =>
      json(response, { status: 'done', video: { url: `http://${_request.headers.host}/files/a.mp4` } }),
    'GET /files/a.mp4': (_request, response) => videoFile(response),
  });
  expect(task).toMatchObject({ taskId: id, state: 'succeeded', result: { state: 'saved' } });
});

test('the id of an empty 202 is the last segment of its Location', async () => {
  const { task } = await savedFrom({
    'POST /v1/videos': (_request, response) => {
      response.writeHead(202, { location: '/v1/videos/job%3A9?x=1' });
      response.end();
    },
    'GET /v1/videos/job%3A9': (_request, response) =>
      json(response, { id: 'job:9', status: 'failed', error: 'no GPU' }),
  });
  expect(task).toMatchObject({ taskId: 'job:9', state: 'failed' });
});

test('a video in the response to the submission is saved, and nothing is polled', async () => {
  const b64 = videoBytes().toString('base64');
  const { task, bench, gateway } = await savedFrom({
    'POST /v1/videos': (_request, response) => json(response, { created: 1, data: [{ b64_json: b64 }] }),
  });
  expect(task).toMatchObject({ state: 'succeeded', taskId: null, result: { state: 'saved' } });
  expect(await bench.bytesOf(task)).toEqual(videoBytes());
  expect(gateway.seen).toHaveLength(1);
});

test('a large video in the response is saved from the record', async () => {
  const bytes = videoBytes(700_000);
  const { task, bench } = await savedFrom({
    'POST /v1/videos': (_request, response) =>
      json(response, { id: 'v1', status: 'completed', video: bytes.toString('base64') }),
  });
  expect(await bench.bytesOf(task)).toEqual(bytes);
  expect(task.record).not.toContain('AAAAAAAA'.repeat(20));
});

test('the bytes of a video in place of a task are the result', async () => {
  const { task, bench, gateway } = await savedFrom({
    'POST /v1/videos': (_request, response) => videoFile(response),
  });
  expect(await bench.bytesOf(task)).toEqual(videoBytes());
  expect([task.state, gateway.seen.length]).toEqual(['succeeded', 1]);
  expect(bench.notes).toHaveLength(1);
});

test('an address in the response to the submission is downloaded', async () => {
  const { task, bench } = await savedFrom({
    'POST /v1/videos': (_request, response) => json(response, { data: [{ url: '/files/b.mp4' }] }),
    'GET /files/b.mp4': (_request, response) => videoFile(response),
  });
  expect(await bench.bytesOf(task)).toEqual(videoBytes());
});

test('a refusal under a good status is the reason, and no task was made', async () => {
  const { task } = await savedFrom({
    'POST /v1/videos': (_request, response) =>
      json(response, { task_id: '', base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }),
  });
  expect(task).toMatchObject({ state: 'refused', failure: { code: 'quota', gatewayMessage: 'insufficient balance' } });
});

test('a record that names no address says so, after every other place was tried', async () => {
  const { task } = await savedFrom(
    {
      'POST /v1/vendor/jobs': (_request, response) => json(response, { id: 'n1' }),
      'GET /v1/vendor/jobs/n1': (_request, response) =>
        json(response, { id: 'n1', status: 'done', cover_url: 'https://h/c.png' }),
    },
    custom('/v1/vendor/jobs', { pollPath: '/v1/vendor/jobs/{id}' }),
  );
  expect(task.result).toMatchObject({ state: 'failed', failure: { code: 'wrong-type' } });
  expect(task.result.failure?.message).toMatch(/record contains no address/);
});

const blank = { idAt: '', stateAt: '', doneWords: [], failedWords: [] };

function custom(path: string, rule: object): Parameters<Awaited<ReturnType<typeof openBench>>['submit']> {
  const draft = {
    routeId: 'custom' as const,
    custom: { method: 'POST' as const, path },
    body: { kind: 'json' as const, text: '{"prompt":"a hill"}' },
  };
  return [draft, { rule: { ...blank, ...rule } }];
}

async function savedByRule(path: string, rule: object, routes: Routes) {
  const gateway = await startGateway(routes);
  const bench = await openBench({ baseAddress: gateway.url, connection: { exposedRoutes: ['custom'] } });
  const id = await bench.submit(...custom(path, rule));
  return { gateway, bench, task: await bench.until(id, isSaved) };
}

test('a poll with the id in its query, and the file at a further path', async () => {
  const { bench, task } = await savedByRule('/v1/video_generation', readyRule('query-file'), {
    'POST /v1/video_generation': (_request, response) =>
      json(response, { task_id: 't 1', base_resp: { status_code: 0 } }),
    'GET /v1/query/video_generation?task_id=t%201': (_request, response, count) =>
      json(response, count < 2 ? { status: 'Processing' } : { status: 'Success', file_id: 77 }),
    'GET /v1/files/retrieve?file_id=77': (request, response) =>
      json(response, { file: { download_url: `http://${request.headers.host}/f/77.mp4` } }),
    'GET /f/77.mp4': (_request, response) => videoFile(response),
  });
  expect(await bench.bytesOf(task)).toEqual(videoBytes());
});

test('a poll with POST and the id in its body', async () => {
  const rule = { pollMethod: 'POST', pollPath: '/v1/ask', pollBody: '{"task_id":"{id}"}' };
  const { gateway, task } = await savedByRule('/v1/make', rule, {
    'POST /v1/make': (_request, response) => json(response, { id: 'a"b' }),
    'POST /v1/ask': (request, response) =>
      json(response, { status: 'SUCCESS', result: { url: `http://${request.headers.host}/f.mp4` } }),
    'GET /f.mp4': (_request, response) => videoFile(response),
  });
  expect(JSON.parse(gateway.seen.find(({ url }) => url === '/v1/ask')!.body)).toEqual({ task_id: 'a"b' });
  expect(task.result.state).toBe('saved');
});

test('an id that is a path keeps its slashes, and of several paths the one that knows the task is used', async () => {
  const { gateway, task } = await savedByRule('/v1beta/models/veo:predictLongRunning', readyRule('operation-name'), {
    'POST /v1beta/models/veo:predictLongRunning': (_request, response) =>
      json(response, { name: 'models/veo/operations/op1' }),
    'GET /v1/models/veo/operations/op1': (request, response, count) =>
      json(response, {
        name: 'models/veo/operations/op1',
        done: count > 1,
        ...(count > 1 && { response: { generatedVideos: [{ video: { uri: `http://${request.headers.host}/v/1` } }] } }),
      }),
    'GET /v/1': (_request, response) => videoFile(response),
  });
  expect(task).toMatchObject({ taskId: 'models/veo/operations/op1', rule: { pollPath: '/v1/{id}' } });
  expect(gateway.count('GET /v1beta/models/veo/operations/op1')).toBe(1);
});

test('the file of a queue is at a path of its own', async () => {
  const { bench, task } = await savedByRule('/fal-ai/clip', readyRule('queue', '/fal-ai/clip'), {
    'POST /fal-ai/clip': (_request, response) =>
      json(response, { request_id: 'r1', response_url: 'https://queue/other', status: 'IN_QUEUE' }),
    'GET /fal-ai/clip/requests/r1/status': (_request, response) => json(response, { status: 'COMPLETED' }),
    'GET /fal-ai/clip/requests/r1': (request, response) =>
      json(response, { video: { url: `http://${request.headers.host}/q.mp4` }, seed: 1 }),
    'GET /q.mp4': (_request, response) => videoFile(response),
  });
  expect(await bench.bytesOf(task)).toEqual(videoBytes());
});

test.each([
  [{ pollPath: '/v1/jobs' }, /no \{id\}/],
  [{ pollPath: '' }, /no poll path/],
  [{ pollPath: '//h/{id}' }, /not valid/],
  [{ pollPath: '/v1/{id}', pollBody: '{"id":"{id}"}' }, /needs the method POST/],
  [{ pollMethod: 'POST', pollPath: '/v1/ask', pollBody: '{"id":{id}' }, /not valid JSON/],
])('a rule that cannot poll is refused before anything is sent: %j', async (rule, message) => {
  const gateway = await startGateway({});
  const bench = await openBench({ baseAddress: gateway.url, connection: { exposedRoutes: ['custom'] } });
  await expect(bench.submit(...custom('/v1/jobs', rule))).rejects.toThrow(message);
  expect([gateway.seen, await bench.client.tasks.list({})]).toEqual([[], []]);
});

test('a poll path that the connection does not expose is refused before anything is sent', async () => {
  const gateway = await startGateway({});
  const bench = await openBench({ baseAddress: gateway.url, connection: { exposedRoutes: ['/vendor/jobs'] } });
  await expect(bench.submit(...custom('/vendor/jobs', { pollPath: '/vendor/state/{id}' }))).rejects.toThrow(
    /turned off/,
  );
  expect(gateway.seen).toEqual([]);
});

test('images that are a task are tracked by the ready rule, and all of them are saved', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const image = (_request: unknown, response: Parameters<typeof videoFile>[0]) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': String(png.length) });
    response.end(png);
  };
  const gateway = await startGateway({
    'GET /v1/tasks/task_01K8': (request, response, count) => {
      const images = [1, 2].map((at) => ({ url: [`http://${request.headers.host}/i/${at}.png`] }));
      json(response, {
        code: 200,
        data: {
          id: 'task_01K8',
          ...(count < 2 ? { status: 'processing' } : { status: 'completed', result: { images } }),
        },
      });
    },
    'GET /i/1.png': image,
    'GET /i/2.png': image,
  });
  const bench = await openBench({ baseAddress: gateway.url });
  const { connectionId, client } = bench;
  const { id } = await client.tasks.adopt({
    connectionId,
    family: 'custom',
    taskId: 'task_01K8',
    rule: readyRule('images'),
    prompt: 'a lamp',
    model: 'm-image',
    submitExchangeId: 'exchange-1',
  });
  const task = await bench.until(id, isSaved);
  expect(task).toMatchObject({ adopted: false, prompt: 'a lamp', model: 'm-image', submitExchangeId: 'exchange-1' });
  expect(task.result).toMatchObject({ file: { type: 'image/png' }, more: [{ type: 'image/png' }], failure: null });
});
