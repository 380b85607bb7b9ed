import { expect, test } from 'vitest';
import { openDemo, openRealtime } from '../../../../support/realtime/bench.ts';
import { openServer } from '../checks/check-harness.ts';

test.each([
  ['status-401', 'auth'],
  ['status-403', 'forbidden'],
])('a handshake refused with %s fails like any response, with its body, and is not retried', async (scenario, code) => {
  const gateway = await openDemo();
  const names = gateway.scenarios.map(({ name }) => name);
  gateway.setScenario(names.includes(scenario) ? scenario : null);
  const { client, open } = await openRealtime(gateway.url, {
    secret: names.includes(scenario) ? 'demo-key' : 'wrong',
  });
  const session = await open();
  const ended = await session.ended();
  expect(ended).toMatchObject({ state: 'failed', failure: { exchangeId: session.id } });
  expect([code, 'auth']).toContain(ended.failure?.code);
  expect(session.all('stage').map(({ stage }) => stage)).not.toContain('configuring');
  const detail = await client.exchanges.get({ id: session.id });
  expect(detail.status).toBeGreaterThanOrEqual(401);
  expect(session.all('frame')).toMatchObject([{ frame: { kind: 'refusal', direction: 'in' } }]);
});

test('a redirect is never followed, a page is not a route, a plain 200 is not a WebSocket', async () => {
  const found: string[] = [];
  for (const answer of [
    { status: 302, type: 'text/plain', body: '', location: 'https://elsewhere.example/v1/realtime' },
    { status: 200, type: 'text/html', body: '<!doctype html><title>Console</title>' },
    { status: 200, type: 'application/json', body: '{}' },
  ]) {
    const address = await openServer((_request, response) => {
      response.writeHead(answer.status, {
        'content-type': answer.type,
        ...(answer.location && { location: answer.location }),
      });
      response.end(answer.body);
    });
    const { open } = await openRealtime(address);
    const session = await open();
    const { failure } = await session.ended();
    found.push(failure?.code ?? 'none');
  }
  expect(found).toEqual(['redirect', 'route-absent', 'protocol']);
});

test('the key is sent in the header or in the subprotocol and never in both', async () => {
  const gateway = await openDemo();
  const { open } = await openRealtime(gateway.url);
  const byHeader = await open();
  await byHeader.live();
  const bySubprotocol = await open({ auth: 'subprotocol' });
  await bySubprotocol.live();
  const [first, second] = gateway
    .requestLog()
    .slice(-2)
    .map(({ headers }) => headers);
  expect(first?.authorization).toBe('Bearer demo-key');
  expect(first?.['sec-websocket-protocol']).toBeUndefined();
  // The gateway prefers the key of the subprotocol list to the header.
  expect(second?.['sec-websocket-protocol']).toBe('realtime,openai-insecure-api-key.demo-key');
  expect(first?.['openai-beta']).toBeUndefined();
  expect(first?.['sec-websocket-extensions']).toBeUndefined();
});

test('a handshake goes where the connection has the route, with the key in its header, and a refusal may name another', async () => {
  const heard: [url: string | undefined, key: unknown, authorization: unknown][] = [];
  const address = await openServer((request, response) => {
    heard.push([request.url, request.headers['api-key'], request.headers.authorization]);
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'The x-api-key header is required' } }));
  });
  const connection = {
    prefixes: { compatible: '/openai', native: '/v1beta' },
    query: [['api-version', '1']] as [string, string][],
    keyHeader: { name: 'api-key', prefix: '' },
  };
  const { open } = await openRealtime(address, { secret: 'sk-good-key-4711', connection });
  const { failure } = await (await open()).ended();
  expect(failure).toMatchObject({ code: 'auth', keyHeader: { name: 'x-api-key', prefix: '' } });
  const bySubprotocol = await open({ auth: 'subprotocol' });
  await bySubprotocol.ended();
  expect(heard.map(([url]) => url?.replace(/model=[^&]*/, 'model=m'))).toEqual([
    '/openai/realtime?api-version=1&model=m',
    '/openai/realtime?api-version=1&model=m',
  ]);
  expect(heard.map(([, ...keys]) => keys)).toEqual([
    ['sk-good-key-4711', undefined],
    [undefined, undefined],
  ]);
});

test('a subprotocol set by the user would be taken for the key, so it is refused before anything is sent', async () => {
  const gateway = await openDemo();
  const { open } = await openRealtime(gateway.url);
  const session = await open({ headers: [['Sec-WebSocket-Protocol', 'realtime']] });
  expect(await session.ended()).toMatchObject({ state: 'failed', failure: { code: 'bad-draft' } });
  expect(gateway.requests()).toBe(0);
});

test('the beta header is for the beta dialect only', async () => {
  const gateway = await openDemo();
  const { open } = await openRealtime(gateway.url);
  const session = await open({ dialect: 'beta' });
  await session.live();
  expect(gateway.requestLog().at(-1)?.headers['openai-beta']).toBe('realtime=v1');
  expect(session.all('configured')[0]?.text).toContain('"modalities"');
});
