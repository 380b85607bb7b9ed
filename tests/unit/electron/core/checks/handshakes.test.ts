import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { cell, openHarness, openServer } from './check-harness.ts';

const listing = '{"object":"list","data":[{"id":"gpt-realtime","object":"model"}]}';
const isNowhere = ({ url }: IncomingMessage) => url?.includes('patchbay-check-no-such-route') === true;

/** The raw response to a handshake; `''` closes the connection without one. */
type Answer = (request: IncomingMessage) => string;

const http = (status: string, body = '', type = 'text/plain') =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;

/** A gateway that lists one realtime model and answers handshakes. */
async function openGateway(answer: Answer, list: [number, string] = [200, listing]) {
  const handshakes: string[] = [];
  const address = await openServer(
    (request, response) => {
      const isList = request.url === '/v1/models';
      response.writeHead(isList ? list[0] : 404, { 'content-type': 'application/json' });
      response.end(isList ? list[1] : '{"detail":"Not Found"}');
    },
    (request, socket) => {
      handshakes.push(request.url ?? '');
      socket.on('error', () => {});
      const text = answer(request);
      if (text === '') socket.destroy();
      else socket.end(text);
    },
  );
  const bench = await openHarness(address);
  await bench.list();
  return { bench, handshakes };
}

const realtime = { routeIds: ['realtime' as const], models: ['gpt-realtime'] };

async function verdictOn(answer: Answer, list?: [number, string]) {
  const { bench, handshakes } = await openGateway(answer, list);
  const run = await bench.run(realtime);
  return { found: cell(run, 'realtime'), run, handshakes, bench };
}

test.each<[string, string]>([
  ['FastAPI and other ASGI servers: 403 and nothing else', http('403 Forbidden')],
  ['403 with the name of the status', http('403 Forbidden', 'Forbidden')],
  ['404 as text', http('404 Not Found', '404 page not found')],
  ['404 as JSON', http('404 Not Found', '{"detail":"Not Found"}', 'application/json')],
  ['400 of a library for WebSockets', http('400 Bad Request', 'Bad Request')],
  ['400 in words', http('400 Bad Request', 'not a websocket request')],
  ['426', http('426 Upgrade Required', 'Upgrade Required')],
  ['200 with the page of a console', http('200 OK', '<!doctype html><title>Console</title>', 'text/html')],
  ['a redirect', 'HTTP/1.1 301 Moved Permanently\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n'],
  ['a connection that is closed', ''],
  ['501', http('501 Not Implemented', 'Unsupported upgrade request')],
])('a handshake refused like one to a path that does not exist is a missing route: %s', async (_, answer) => {
  const { found, handshakes } = await verdictOn(() => answer);
  expect(found).toMatchObject({ verdict: 'route-absent', proof: null });
  expect(handshakes.filter((url) => url.startsWith('/v1/realtime')).length).toBe(1);
});

test('the control of a session is sent over a WebSocket, once per key, and counted', async () => {
  const { run, handshakes, bench } = await verdictOn(() => http('403 Forbidden'));
  expect(handshakes).toEqual([
    '/v1/realtime?model=gpt-realtime',
    '/v1/patchbay-check-no-such-route/x?model=gpt-realtime',
  ]);
  expect(run).toMatchObject({ callsMade: 2, controls: 1, plannedRefusals: 1 });
  expect(cell(run, 'realtime').sentence).toContain(
    'A WebSocket to a path that does not exist is refused in the same way',
  );
  const sent = await bench.client.exchanges.list({ origin: 'check' });
  expect(sent.map(({ address }) => new URL(address).pathname).toSorted()).toEqual([
    '/v1/patchbay-check-no-such-route/x',
    '/v1/realtime',
  ]);
});

test.each<[string, string, string, string]>([
  ['403 and nothing else', http('403 Forbidden'), http('404 Not Found', 'Not Found'), 'forbidden'],
  [
    '400 with its reason',
    http('400 Bad Request', '{"error":{"message":"voice is missing"}}', 'application/json'),
    http('404 Not Found'),
    'parameter-refused',
  ],
  ['a closed connection', '', http('404 Not Found'), 'upstream-down'],
])('a handshake refused in another way is no missing route: %s', async (_, answer, control, verdict) => {
  const { found } = await verdictOn((request) => (isNowhere(request) ? control : answer));
  expect(found.verdict).toBe(verdict);
});

test.each<[string, string, string]>([
  [
    'a rejected key',
    http('401 Unauthorized', '{"error":{"message":"Invalid token","code":"invalid_token"}}', 'application/json'),
    'key-refused',
  ],
  [
    'a used-up quota',
    http('403 Forbidden', '{"error":{"message":"used up","code":"insufficient_user_quota"}}', 'application/json'),
    'quota',
  ],
  ['an outage', http('503 Service Unavailable', 'no healthy upstream'), 'upstream-down'],
  [
    'an address that is not allowed',
    http(
      '403 Forbidden',
      '{"error":{"message":"IP address not allowed for this key","type":"permission_error"}}',
      'application/json',
    ),
    'forbidden',
  ],
])('%s is told as such, although every handshake ends so', async (_, answer, verdict) => {
  const { found } = await verdictOn(() => answer);
  expect(found.verdict).toBe(verdict);
});

test('a key that the list rejects is rejected here too, not a missing route', async () => {
  const refused = '{"error":{"message":"Invalid token","code":"invalid_token"}}';
  const { found } = await verdictOn(() => http('403 Forbidden'), [401, refused]);
  expect(found.verdict).toBe('key-refused');
});
