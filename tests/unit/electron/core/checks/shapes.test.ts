import type { IncomingMessage } from 'node:http';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { CheckRun } from '#shared/contract/checks.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { cell, openHarness, openServer } from './check-harness.ts';

/** How servers of one kind answer what they do not serve, and what the verdicts on them must be. */

type Answer = [status: number, body: string, type?: string];
interface Asked {
  method: string;
  path: string;
  body: Record<string, unknown> | null;
  request: IncomingMessage;
}

async function openShape(answer: (asked: Asked) => Answer, keys = ['demo-key']) {
  const asked: Asked[] = [];
  const address = await openServer((request, response) => {
    let text = '';
    request.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    request.on('end', () => {
      const isJson = request.headers['content-type']?.startsWith('application/json') === true;
      const one = {
        method: request.method ?? '',
        path: (request.url ?? '').split('?')[0] ?? '',
        body: isJson ? JSON.parse(text) : null,
        request,
      };
      asked.push(one);
      const [status, body, type = 'application/json'] = answer(one);
      response.writeHead(status, { 'content-type': type });
      response.end(body);
    });
  });
  const bench = await openHarness(address, keys);
  await bench.list();
  return { bench, asked };
}

const error = (message: string, more: object = {}): string => JSON.stringify({ error: { message, ...more } });
const listing = (...ids: string[]): Answer => [
  200,
  JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) }),
];
const verdictsOf = (run: CheckRun) => Object.fromEntries(run.rows.map(({ routeId, verdict }) => [routeId, verdict]));
const byId: RouteId[] = ['video.generations.get', 'videos.get', 'videos.content'];
const named = { models: ['m'], everyModel: true };

test('a console that answers every unknown GET with its page has neither these routes nor a wrong base URL', async () => {
  const page = '<!doctype html><html><head><title>Console</title></head><body><div id="app"></div></body></html>';
  const answer = ({ method, path, body }: Asked): Answer => {
    if (path === '/v1/models') return listing('m');
    if (path === '/v1/chat/completions') return [400, error(body?.messages ? 'messages must not be empty' : 'x')];
    return method === 'GET' ? [200, page, 'text/html'] : [404, error('Not Found')];
  };
  const { bench, asked } = await openShape(answer);
  const run = await bench.run({ ...named, routeIds: [...byId, 'models', 'native.models', 'chat.completions'] });
  expect(verdictsOf(run)).toEqual({
    'chat.completions': 'exists',
    models: 'works',
    'video.generations.get': 'route-absent',
    'videos.get': 'route-absent',
    'videos.content': 'route-absent',
    'native.models': 'route-absent',
  });
  expect(cell(run, 'native.models').sentence).toMatch(/A path that does not exist gets the same page/);
  // The control of native GETs is sent because of the page, and counts.
  const controls = asked.filter(({ path }) => path.includes('no-such-route'));
  expect([controls.length, run.controls, run.callsMade]).toEqual([3, 3, asked.length - 2]);
});

test('a page on every path, the list of models included, is still a wrong base URL', async () => {
  const { bench } = await openShape(() => [200, '<!doctype html><title>Welcome</title>', 'text/html']);
  const run = await bench.run({ routeIds: ['models', 'native.models'], level: 'cheap' });
  expect(new Set(Object.values(verdictsOf(run)))).toEqual(new Set(['shape-unexpected']));
  expect(cell(run, 'models').sentence).toMatch(/base URL is probably wrong/);
});

test.each<[string, (asked: Asked) => Answer]>([
  [
    'LM Studio',
    ({ method, path }) => [200, JSON.stringify({ error: `Unexpected endpoint or method. (${method} ${path})` })],
  ],
  ['a router that says so with status 400', ({ path }) => [400, error(`Unknown endpoint: ${path}`)]],
  [
    'a router with status 200 and a message',
    ({ path }) => [200, JSON.stringify({ success: false, message: `Invalid path ${path}` })],
  ],
  ['Chinese words', () => [200, JSON.stringify({ code: 404, msg: '接口不存在' })]],
  ['gin', () => [404, '404 page not found', 'text/plain']],
  [
    'express',
    ({ method, path }) => [
      404,
      `<!DOCTYPE html><html><body><pre>Cannot ${method} ${path}</pre></body></html>`,
      'text/html',
    ],
  ],
  ['Azure', () => [404, error('Resource not found', { code: '404' })]],
  ['Ollama', () => [404, '404 page not found', 'text/plain']],
  ['llama.cpp', () => [404, error('File Not Found', { code: 404, type: 'not_found_error' })]],
])('an unknown path of %s is a missing route at every level', async (_, unknown) => {
  const { bench } = await openShape((asked) => (asked.path === '/v1/models' ? listing('m') : unknown(asked)));
  for (const level of ['free', 'cheap'] as const) {
    const run = await bench.run({ ...named, level, routeIds: ['chat.completions', 'rerank', 'embeddings'] });
    expect(new Set(Object.values(verdictsOf(run)))).toEqual(new Set(['route-absent']));
  }
});

test.each([
  ['File Not Found', 'route-absent'],
  ['Not Found', 'unclear'],
])('a task that is refused like every path: "%s" is %s', async (message, verdict) => {
  const { bench } = await openShape(({ path }) => (path === '/v1/models' ? listing('m') : [404, error(message)]));
  const run = await bench.run({ ...named, routeIds: byId });
  expect(new Set(Object.values(verdictsOf(run)))).toEqual(new Set([verdict]));
});

test('llama.cpp with a key: native routes get the key as it got past the check, and are missing', async () => {
  const { bench, asked } = await openShape(({ path, request }) => {
    if (path === '/v1/models') return listing('m');
    if (request.headers.authorization === undefined)
      return [401, error('Invalid API Key', { code: 401, type: 'authentication_error' })];
    return [404, error('File Not Found', { code: 404, type: 'not_found_error' })];
  });
  asked.length = 0;
  for (const level of ['free', 'cheap'] as const) {
    const run = await bench.run({ ...named, level, routeIds: ['native.models', 'native.generateContent'] });
    expect(verdictsOf(run)).toEqual({ 'native.models': 'route-absent', 'native.generateContent': 'route-absent' });
    expect(run.rows.map(({ failure }) => failure?.code)).toEqual(['route-absent', 'route-absent']);
  }
  expect(asked.filter(({ request }) => request.headers['x-goog-api-key'] !== undefined)).toEqual([]);
});

test('native routes that accept the key in no style are missing, as the list says', async () => {
  const { bench } = await openShape(({ path }) =>
    path === '/v1/models' ? listing('m') : [401, error('Invalid API Key', { type: 'authentication_error' })],
  );
  const run = await bench.run({ ...named, level: 'cheap', routeIds: ['native.models', 'native.generateContent'] });
  expect(new Set(Object.values(verdictsOf(run)))).toEqual(new Set(['route-absent']));
  expect(cell(run, 'native.models').sentence).toMatch(/accept this key in no header/);
});

test('a well-formed empty response to an incomplete request is the format of the route', async () => {
  const response = {
    id: 'r',
    object: 'response',
    status: 'completed',
    model: 'm',
    usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
  };
  const output = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '' }] }];
  const answers: Record<string, Answer> = {
    '/v1/models': listing('m'),
    '/v1/responses': [200, JSON.stringify({ ...response, output })],
    '/v1/chat/completions': [200, ''],
  };
  const { bench } = await openShape(({ path }) => answers[path] ?? [404, error('Not Found')]);
  const run = await bench.run({ ...named, routeIds: ['responses', 'chat.completions'] });
  expect(verdictsOf(run)).toEqual({ responses: 'works-with-warnings', 'chat.completions': 'shape-unexpected' });
  expect(cell(run, 'responses').sentence).toMatch(
    /accepted an incomplete request with status 200\. Nothing was generated\.$/,
  );
});

test('without a list of models, a free check tests every route with a placeholder', async () => {
  const { bench, asked } = await openShape(({ path }) =>
    path === '/v1/chat/completions'
      ? [422, '{"detail":[{"loc":["body","messages"],"msg":"field required"}]}']
      : [404, '{"detail":"Not Found"}'],
  );
  const routeIds: RouteId[] = ['models', 'chat.completions', 'embeddings', 'rerank'];
  const run = await bench.run({ routeIds });
  expect(verdictsOf(run)).toEqual({
    models: 'route-absent',
    'chat.completions': 'exists',
    embeddings: 'route-absent',
    rerank: 'route-absent',
  });
  expect(run.rows.map(({ model }) => model)).toEqual([null, null, null, null]);
  expect(asked.find(({ path }) => path === '/v1/chat/completions')?.body?.model).toBe('patchbay-check-no-such-model');
  // A real request needs a real model: nothing is sent, so there is no status, and the reason says what to do.
  const cheap = await bench.run({ routeIds: ['chat.completions'], level: 'cheap' });
  expect(cheap.rows[0]).toMatchObject({ verdict: 'not-tried', status: null });
  expect(cheap.rows[0]?.sentence).toMatch(/Select models by name/);
});

test('a gateway that looks for the placeholder first leaves the route open, and says what to select', async () => {
  const { bench } = await openShape(({ path }) =>
    path === '/v1/chat/completions'
      ? [404, error('model not found', { code: 'model_not_found' })]
      : [404, '{"detail":"Not Found"}'],
  );
  const run = await bench.run({ routeIds: ['chat.completions'] });
  expect(run.rows[0]).toMatchObject({ verdict: 'unclear', sentence: expect.stringMatching(/Select a model by name/) });
});

test.each<[string, RouteId, Answer]>([
  [
    'llama.cpp without reranking',
    'rerank',
    [
      501,
      error('This server does not support reranking. Start it with `--reranking`', { type: 'not_supported_error' }),
    ],
  ],
  [
    'llama.cpp without audio',
    'audio.transcriptions',
    [501, error('The current model does not support audio input.', { type: 'not_supported_error' })],
  ],
  [
    'Ollama without embeddings',
    'embeddings',
    [501, error('This server does not support embeddings', { type: 'api_error' })],
  ],
  ['a feature that is disabled', 'responses', [403, error('The Responses API is disabled on this deployment')]],
  ['a feature that is not enabled, in Chinese', 'rerank', [400, error('重排序功能未启用')]],
  [
    'one-api, which reads no model from a form',
    'images.edits',
    [503, error('对于模型  无可用渠道', { type: 'one_api_error' })],
  ],
  [
    'a gateway that misses the model that was sent',
    'audio.transcriptions',
    [400, error("Missing required parameter: 'model'")],
  ],
])('%s: the route is neither working nor missing', async (_, routeId, answer) => {
  const { bench } = await openShape(({ path }) =>
    path === '/v1/models' ? listing('m') : path.includes('no-such-route') ? [404, error('Not Found')] : answer,
  );
  for (const level of ['free', 'cheap'] as const) {
    const run = await bench.run({ ...named, level, routeIds: [routeId], costlyRoutes: [routeId] });
    expect(run.rows[0]).toMatchObject({ verdict: 'unsupported', proof: null });
  }
});

test.each<[string, Answer]>([
  [
    'a method without a handler',
    [501, "<html><title>Error response</title><p>Message: Unsupported method ('POST').</p></html>", 'text/html'],
  ],
  ['a route that is not written', [501, error('API not implemented', { code: 'api_not_implemented' })]],
])('501 for %s is a missing route', async (_, answer) => {
  const { bench } = await openShape(({ path }) => (path === '/v1/models' ? listing('m') : answer));
  const run = await bench.run({ ...named, level: 'cheap', routeIds: ['rerank'] });
  expect(run.rows[0]?.verdict).toBe('route-absent');
});

test('a listed name with the ending of compact models is requested without it', async () => {
  const { bench, asked } = await openShape(({ path, body }) => {
    if (path === '/v1/models') return listing('gpt-4o', 'gpt-5-codex-openai-compact');
    if (path !== '/v1/responses/compact') return [404, error('Not Found')];
    return body?.model === 'gpt-5-codex'
      ? [400, error('input is required')]
      : [503, error('No available channel for model')];
  });
  const run = await bench.run({ routeIds: ['responses.compact'] });
  expect(run.rows[0]).toMatchObject({ model: 'gpt-5-codex', verdict: 'exists' });
  expect(asked.some(({ body }) => body?.model === 'gpt-5-codex-openai-compact')).toBe(false);
});

test('a quota that is used up says nothing about polling', async () => {
  const { bench } = await openShape(({ path, body }) => {
    if (path === '/v1/models') return listing('m');
    if (path.includes('no-such-route')) return [404, error('Invalid URL')];
    if (path === '/v1/chat/completions') return [403, error('used up', { code: 'insufficient_user_quota' })];
    return body === null
      ? [400, '{"code":"task_not_exist","message":"task_not_exist"}']
      : [400, error('prompt is required')];
  });
  const run = await bench.run({ ...named, routeIds: ['chat.completions', 'videos', 'videos.get', 'videos.content'] });
  expect(verdictsOf(run)).toEqual({
    'chat.completions': 'quota',
    videos: 'quota',
    'videos.get': 'exists',
    'videos.content': 'exists',
  });
});

test('a server that leaves refused bodies unread does not read them as the next request', async () => {
  // Like http.server of Python: the body stays in the connection, and the next request line begins with it.
  const server = net.createServer((socket) => {
    let held = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      held += bytes.toString('latin1');
      for (let end = held.indexOf('\r\n\r\n'); end !== -1; end = held.indexOf('\r\n\r\n')) {
        const [line = ''] = held.split('\r\n', 1);
        held = held.slice(end + 4);
        const isList = line.startsWith('GET /v1/models ');
        const isKnown = /^(?:GET|POST) /.test(line);
        const body = isList ? listing('m')[1] : isKnown ? error('Not Found') : `<title>Error response</title>${line}`;
        const status = isList ? '200 OK' : isKnown ? '404 Not Found' : '501 Not Implemented';
        socket.write(
          `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const bench = await openHarness(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}`);
  await bench.list();
  const run = await bench.run({
    ...named,
    concurrency: 1,
    routeIds: ['chat.completions', 'embeddings', 'rerank', ...byId, 'native.models'],
  });
  expect(run.rows.filter(({ status }) => status === 501)).toEqual([]);
});
