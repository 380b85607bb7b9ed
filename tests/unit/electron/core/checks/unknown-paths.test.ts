import { expect, test } from 'vitest';
import type { CheckRun } from '#shared/contract/checks.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { cell, openHarness, openServer } from './check-harness.ts';

/** What gateways respond on paths they do not have, and what that says about the routes and the key. */

type Answer = [status: number, body: string, type?: string, headers?: Record<string, string>];

const error = (message: string, more: object = {}) => JSON.stringify({ error: { message, ...more } });
const listing: Answer = [200, '{"object":"list","data":[{"id":"m","object":"model"}]}'];
const reply: Answer = [
  200,
  JSON.stringify({
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  }),
];

interface Asked {
  method: string;
  path: string;
  key: string | null;
  headers: Record<string, unknown>;
  /** The body has a message. */
  isComplete: boolean;
}

/** A gateway with a chat route under `prefix`, and the same answer for every unknown path. */
async function openGateway(unknown: (asked: Asked) => Answer, chat?: (asked: Asked) => Answer, list = () => listing) {
  const asked: Asked[] = [];
  const address = await openServer((request, response) => {
    let text = '';
    request.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    request.on('end', () => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      const key = request.headers.authorization?.replace('Bearer ', '') ?? null;
      const isComplete = /"role"/.test(text);
      const one = { method: request.method ?? '', path, key, headers: request.headers, isComplete };
      asked.push(one);
      const accepted = (): Answer => (isComplete ? reply : [400, error('messages must not be empty')]);
      const [status, body, type = 'application/json', headers = {}] =
        path === '/v1/models' ? list() : path === '/v1/chat/completions' ? (chat?.(one) ?? accepted()) : unknown(one);
      response.writeHead(status, { 'content-type': type, ...headers });
      response.end(body);
    });
  });
  const bench = await openHarness(address);
  await bench.list();
  return { bench, asked };
}

const verdictsOf = (run: CheckRun) => Object.fromEntries(run.rows.map(({ routeId, verdict }) => [routeId, verdict]));
const others: RouteId[] = ['responses', 'rerank', 'audio.speech', 'native.models'];
const input = { models: ['m'], everyModel: true, routeIds: ['chat.completions' as const, ...others] };

test.each<[string, (asked: Asked) => Answer]>([
  ['401', () => [401, error('Unauthorized')]],
  ['401 and a page', () => [401, '<html><head><title>401 Authorization Required</title></head></html>', 'text/html']],
  ['403', () => [403, '{"message":"Forbidden"}']],
  ['a redirect to a login', () => [302, '', 'text/html', { location: '/login' }]],
  ['an empty object', () => [200, '{}']],
  ['nothing', () => [200, '']],
  [
    'a code in a 200',
    ({ path }) => [200, JSON.stringify({ code: 404, message: `No static resource ${path}.`, data: null })],
  ],
  [
    'the 404 of Spring',
    ({ path }) => [404, JSON.stringify({ status: 404, error: 'Not Found', message: 'No message available', path })],
  ],
  [
    'a 404 that repeats the path',
    ({ method, path }) => [
      404,
      JSON.stringify({ error_code: 'ENDPOINT_NOT_FOUND', message: `No API found for '${method} ${path}'` }),
    ],
  ],
])('a gateway that answers unknown paths with %s does not have these routes, at any level', async (_, unknown) => {
  const { bench } = await openGateway(unknown);
  for (const level of ['free', 'cheap'] as const) {
    const run = await bench.run({ ...input, level, costlyRoutes: others });
    expect(verdictsOf(run)).toEqual({
      'chat.completions': level === 'free' ? 'exists' : 'works',
      ...Object.fromEntries(others.map((id) => [id, 'route-absent'])),
    });
  }
});

test('a key that works nowhere stays rejected, whatever unknown paths answer', async () => {
  const refusal: Answer = [401, error('Unauthorized')];
  const { bench } = await openGateway(
    () => refusal,
    () => refusal,
  );
  const run = await bench.run({ ...input, level: 'cheap', costlyRoutes: others });
  expect(run.rows.filter(({ verdict }) => verdict === 'route-absent').map(({ routeId }) => routeId)).toEqual([
    'native.models',
  ]);
  expect(run.verdicts['key-refused']).toBe(4);
});

test('a refusal of the key on one route is no missing route where unknown paths answer otherwise', async () => {
  const { bench } = await openGateway(({ path }) =>
    path === '/v1/rerank' ? [403, error('This key may not rerank')] : [404, '{"detail":"Not Found"}'],
  );
  const run = await bench.run({ ...input, level: 'cheap' });
  expect(cell(run, 'rerank').verdict).toBe('forbidden');
});

test('the bare refusal that every path gets proves nothing about a real request', async () => {
  const { bench } = await openGateway(() => [400, '{"error":"Bad Request"}']);
  const run = await bench.run({ ...input, level: 'cheap' });
  expect([cell(run, 'rerank').verdict, cell(run, 'chat.completions').verdict]).toEqual(['unclear', 'works']);
});

test('native routes that take the key in no header are missing where the list of models is missing as well', async () => {
  const { bench } = await openGateway(
    ({ key }) => (key === null ? [401, error('Access denied')] : [404, error('Resource not found')]),
    ({ key, isComplete }) =>
      key === null ? [401, error('Access denied')] : isComplete ? reply : [400, error('messages must not be empty')],
    () => [404, error('Resource not found')],
  );
  const run = await bench.run({ ...input, level: 'cheap' });
  expect(cell(run, 'native.models').verdict).toBe('route-absent');
});

test.each<[number, string]>([
  [401, 'Listing requires a management key'],
  [403, 'Missing scopes: api.model.read'],
])(
  'a list of models that is refused with %i says nothing about the routes of a key that works',
  async (status, message) => {
    const { bench } = await openGateway(
      () => [404, '{"detail":"Not Found"}'],
      undefined,
      () => [status, error(message)],
    );
    for (const level of ['free', 'cheap'] as const) {
      const run = await bench.run({ level, routeIds: ['chat.completions', 'embeddings'] });
      const { verdict } = cell(run, 'embeddings');
      expect(verdict).toBe(status === 403 && level === 'free' ? 'route-absent' : 'not-tried');
      expect(cell(run, 'chat.completions').verdict).toBe(status === 403 && level === 'cheap' ? 'not-tried' : 'exists');
    }
  },
);

test('the control of native routes gets the key as native routes get it, in a gateway with a key header of its own', async () => {
  const { bench, asked } = await openGateway(() => [404, '{"detail":"Not Found"}']);
  const connection = (await bench.client.connections.list({}))[0];
  if (!connection) throw new Error('there is no connection');
  await bench.client.connections.save({
    ...connection,
    keyHeader: { name: 'api-key', prefix: '' },
    nativeKeyStyle: 'bearer',
  });
  asked.length = 0;
  await bench.run({ ...input, routeIds: ['native.generateContent', 'rerank'] });
  const sent = asked.filter(({ path }) => path.includes('no-such-route'));
  expect(sent.map(({ path, headers }) => [path.split('/')[1], headers.authorization, headers['api-key']])).toEqual(
    expect.arrayContaining([
      ['v1beta', 'Bearer demo-key', undefined],
      ['v1', undefined, 'demo-key'],
    ]),
  );
});
