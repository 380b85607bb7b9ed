import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { DemoGateway } from '#demo/gateway.ts';
import { faults } from '#demo/scenarios.ts';
import { failureGroups } from '#shared/protocol/simulated-failure.ts';
import { routes } from '#shared/protocol/table.ts';
import { asciiWav } from './ascii-wav.ts';
import { ask, chatBody, openGateway } from './demo-client.ts';
import { type Capture, capture, collect, parseAnswer, type RawRequest, requestText } from './raw-client.ts';

const form = (fields: Record<string, string>): RawRequest => ({
  path: '/v1/audio/transcriptions',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body: [
    ...Object.entries(fields).map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n${asciiWav}\r\n--b--\r\n`,
  ].join(''),
});

const requests: Record<string, RawRequest> = {
  'chat, streamed': { path: '/v1/chat/completions', body: chatBody('Weather in Rome', { stream: true }) },
  'chat, whole': { path: '/v1/chat/completions', body: chatBody('Weather in Rome') },
  'responses, streamed': {
    path: '/v1/responses',
    body: { model: 'demo-chat', input: 'Weather in Rome', stream: true },
  },
  'responses, whole': { path: '/v1/responses', body: { model: 'demo-chat', input: 'Weather in Rome' } },
  'compaction, whole': { path: '/v1/responses/compact', body: { model: 'demo-chat', input: 'Weather in Rome' } },
  'native, streamed': {
    path: '/v1beta/models/demo-chat:streamGenerateContent?alt=sse',
    body: { contents: [{ parts: [{ text: 'Weather in Rome' }] }] },
  },
  'native, whole': {
    path: '/v1beta/models/demo-chat:generateContent',
    body: { contents: [{ parts: [{ text: 'Weather in Rome' }] }] },
  },
  embeddings: { path: '/v1/embeddings', body: { model: 'demo-embed-small', input: ['tea', 'cake'] } },
  rerank: { path: '/v1/rerank', body: { model: 'demo-rerank', query: 'tea', documents: ['a', 'tea'] } },
  edits: { path: '/v1/edits', body: { model: 'demo-edit', input: 'a', instruction: 'upper case' } },
  'images, whole': {
    path: '/v1/images/generations',
    body: { model: 'demo-image-small', prompt: 'a tree', n: 2 },
  },
  'images, streamed': {
    path: '/v1/images/generations',
    body: { model: 'demo-image-free', prompt: 'a tree', size: '64x64', stream: true, partial_images: 1 },
  },
  'transcription, streamed': form({ model: 'demo-whisper', stream: 'true' }),
  'transcription, whole': form({ model: 'demo-whisper', response_format: 'verbose_json' }),
  'models, whole': { method: 'GET', path: '/v1/models' },
  'native models, whole': { method: 'GET', path: '/v1beta/models' },
};

const silent = new Set(['hang-before-headers', 'slow-first-byte']);
const endless = new Set([
  'slow-drip',
  'comments-only',
  'hang-mid-body',
  'no-done-socket-open',
  'done-socket-open',
  'fixture-r1',
  'giant-line',
]);

/** Runs a scenario to its end, or as far as its name allows. */
async function run(gateway: DemoGateway, scenario: string, request: RawRequest): Promise<Capture> {
  const named = { ...request, headers: { ...request.headers, 'x-demo-scenario': scenario } };
  if (!silent.has(scenario)) {
    return capture(gateway, named, endless.has(scenario) ? (bytes) => bytes.includes('\r\n\r\n') : undefined);
  }
  const before = gateway.requests();
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(requestText(named));
  while (gateway.requests() === before) await new Promise((resolve) => setImmediate(resolve));
  const answer = collect(socket);
  socket.destroy();
  return answer;
}

test('names are unique, and every failure of the product has a title in both languages', async () => {
  await using gateway = await openGateway();
  const { scenarios } = gateway;
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
  for (const language of ['en', 'zh-CN'] as const)
    expect(new Set(scenarios.map(({ title }) => title[language])).size).toBe(scenarios.length);
  for (const { name, title, group } of faults) {
    expect(title.en, name).not.toMatch(/\.$/);
    expect(title['zh-CN'], name).toMatch(/\p{sc=Han}/u);
    expect(failureGroups, name).toContain(group);
  }
  for (const { name, routes: where } of scenarios) {
    expect(name).toMatch(/^[a-z0-9-]+$/);
    expect([
      'any',
      'text',
      'chat',
      'responses',
      'native',
      'listings',
      'embeddings',
      'rerank',
      'images',
      'edits',
      'transcription',
      'video',
      'realtime',
    ]).toContain(where);
  }
});

for (const [name, request] of Object.entries(requests)) {
  test(`every scenario plays on ${name}, and the gateway keeps serving`, { timeout: 120_000 }, async () => {
    await using gateway = await openGateway();
    for (const scenario of gateway.scenarios) {
      const { bytes } = await run(gateway, scenario.name, request);
      expect(bytes.subarray(0, 4000).toString('latin1'), scenario.name).not.toContain('new_api_panic');
      const record = gateway.requestLog().at(-1);
      while (record?.response.state === 'open') await new Promise((resolve) => setImmediate(resolve));
      // A response that throws inside would end like one whose client has left.
      const isLeft = silent.has(scenario.name) || endless.has(scenario.name);
      if (!isLeft) expect(record?.response.state, scenario.name).toMatch(/^(complete|broken-off)$/);
    }
    expect((await ask(gateway, '/v1/models')).status).toBe(200);
  });
}

test('a scenario is selected by header, by model or globally, in this order', async () => {
  await using gateway = await openGateway();
  const path = '/v1/chat/completions';
  const status = async (body: object, headers: Record<string, string> = {}) =>
    (await ask(gateway, path, body, { authorization: 'Bearer demo-key', ...headers })).status;
  expect(await status(chatBody('Hi', { model: 'faulty/409' }))).toBe(409);
  expect(await status(chatBody('Hi'), { 'x-demo-scenario': '408' })).toBe(408);
  gateway.setScenario('402');
  expect(gateway.scenario()).toBe('402');
  expect(await status(chatBody('Hi'))).toBe(402);
  expect(await status(chatBody('Hi', { model: 'faulty/409' }))).toBe(409);
  expect(await status(chatBody('Hi', { model: 'faulty/409' }), { 'x-demo-scenario': '408' })).toBe(408);
  expect((await ask(gateway, '/v1/models')).status).toBe(402);
  gateway.setScenario(null);
  expect(await status(chatBody('Hi'))).toBe(200);
});

test('a scenario that does not exist is refused', async () => {
  await using gateway = await openGateway();
  expect(() => gateway.setScenario('nothing')).toThrow(RangeError);
  expect(gateway.scenario()).toBeNull();
  const { status, json } = await ask(gateway, '/v1/models', undefined, {
    authorization: 'Bearer demo-key',
    'x-demo-scenario': 'nothing',
  });
  expect([status, json.error.code]).toEqual([400, 'unknown_scenario']);
  expect((await ask(gateway, '/v1/chat/completions', chatBody('Hi', { model: 'faulty/nothing' }))).status).toBe(503);
});

test('a prompt that only mentions a faulty model gets a normal reply', async () => {
  await using gateway = await openGateway();
  const { status, json } = await ask(gateway, '/v1/chat/completions', chatBody('Try {"model": "faulty/409"} now'));
  expect([status, json.model]).toEqual([200, 'demo-chat']);
});

test('a scenario that works on every route needs only the key', async () => {
  await using gateway = await openGateway();
  gateway.setScenario('500');
  for (const route of Object.values(routes).filter(({ family }) => family !== 'custom')) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'model' ? 'demo-chat' : 'task_1'));
    const { status } = await ask(gateway, path, route.method === 'POST' ? {} : undefined);
    expect(status, route.id).toBe(500);
  }
  expect((await ask(gateway, '/v1/models', undefined, {})).status).toBe(401);
});

test('an early refusal arrives while the body is still being sent', async () => {
  await using gateway = await openGateway();
  const socket = connect(gateway.port, '127.0.0.1');
  await once(socket, 'connect');
  const body = JSON.stringify(chatBody('x'.repeat(1000), { model: 'faulty/413-early' }));
  const start = body.slice(0, 200);
  socket.write(requestText({ path: '/v1/chat/completions', headers: { 'content-length': '50000000' }, body: start }));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  expect(gateway.requestLog()[0]?.bytes).toBe(200);
  socket.destroy();
});

test('a redirect succeeds once it was followed', async () => {
  await using gateway = await openGateway();
  const path = '/v1/chat/completions?trace=1';
  const body = chatBody('Hi', { model: 'faulty/redirect-same' });
  const first = await ask(gateway, path, body);
  expect([first.status, first.headers.get('location')]).toEqual([307, '/v1/chat/completions?trace=1&redirected=1']);
  expect((await ask(gateway, first.headers.get('location') ?? '', body)).status).toBe(200);
  const away = await ask(gateway, path, chatBody('Hi', { model: 'faulty/redirect-cross' }));
  expect(away.headers.get('location')).toBe(
    `http://localhost:${gateway.port}/v1/chat/completions?trace=1&redirected=1`,
  );
  const answer = parseAnswer(await capture(gateway, { path, body }));
  expect(answer.status).toBe(307);
});
