import { once } from 'node:events';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { accepted, type GatewaySocket, startSessionGateway } from '../../../../support/gateways/session-gateway.ts';
import { type CheckHarness, cell, openDemo, openHarness, openServer } from './check-harness.ts';

const realtime = { routeIds: ['realtime'] as 'realtime'[] };

async function verdictOn(model: string, keys = ['demo-key'], more: Parameters<CheckHarness['run']>[0] = {}) {
  const demo = await openDemo();
  const bench = await openHarness(demo.url, keys);
  const run = await bench.run({ ...realtime, models: [model], everyModel: true, ...more });
  return { bench, found: cell(run, 'realtime', keys[0]), run };
}

test('free: the handshake and the first event only, recorded as an exchange of a check', async () => {
  const { bench, found, run } = await verdictOn('demo-realtime');
  expect(found).toMatchObject({ verdict: 'works', proof: 'answered', status: 101, calls: 1 });
  expect(found.sentence).toMatch(/[Nn]othing was generated/);
  expect(run.unitsSpent.tokens).toBe(0);
  const id = found.exchangeId ?? '';
  const detail = await bench.client.exchanges.get({ id });
  expect(detail).toMatchObject({ routeId: 'realtime', origin: 'check', state: 'done', model: 'demo-realtime' });
  const frames = await bench.client.realtime.frames({ id });
  expect(frames.map(({ kind, direction }) => [kind, direction])).toEqual([
    ['session.created', 'in'],
    ['close', 'out'],
  ]);
  expect(await bench.client.realtime.sessions({})).toEqual([]);
});

test('cheap: one short text reply, and only when the costly column was selected', async () => {
  const left = await verdictOn('demo-realtime', ['demo-key'], { level: 'cheap' });
  expect(left.found.verdict).toBe('skipped-costly');
  const { found } = await verdictOn('demo-realtime', ['demo-key'], { level: 'cheap', costlyRoutes: ['realtime'] });
  expect(found).toMatchObject({ verdict: 'works', proof: 'answered' });
  expect(found.sentence).not.toMatch(/[Nn]othing was generated/);
});

test.each([
  ['a wrong key', 'demo-realtime', 'no-such-key', 'key-refused'],
  ['quota that is found out after the upgrade', 'demo-realtime', 'demo-key-quota', 'quota'],
  ['a model that nobody serves', 'no-such-model', 'demo-key', 'model-not-on-route'],
  ['a model that is found missing after the upgrade', 'faulty/session-model-missing', 'demo-key', 'model-not-on-route'],
  ['an upstream that is down after the upgrade', 'faulty/session-upstream-down', 'demo-key', 'upstream-down'],
])('%s', async (_, model, key, verdict) => {
  const { found } = await verdictOn(model, [key]);
  expect([found.verdict, found.sentence]).toEqual([verdict, expect.any(String)]);
});

test('a gateway that opens a WebSocket but no session times out, and the verdict says where', async () => {
  const { found } = await verdictOn('faulty/session-nothing', ['demo-key'], { firstByteMs: 500 });
  expect(found).toMatchObject({ verdict: 'timed-out', stage: 'body', status: 101 });
  expect(found.sentence).toMatch(/did not create a session within 0.5 s/);
});

test('a route that responds with a page, with 404 or not at all', async () => {
  const page = await openServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Console</title>');
  });
  const missing = await openServer((_request, response) => {
    response.statusCode = 404;
    response.end('{"error":{"message":"Invalid URL (GET /v1/realtime)","type":"invalid_request_error","code":""}}');
  });
  const free = net.createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as net.AddressInfo;
  free.close();
  const verdicts: string[] = [];
  for (const address of [page, missing, `http://127.0.0.1:${port}`]) {
    const bench = await openHarness(address);
    const run = await bench.run({ ...realtime, models: ['any'], everyModel: true });
    verdicts.push(cell(run, 'realtime').verdict);
  }
  expect(verdicts).toEqual(['route-absent', 'route-absent', 'upstream-down']);
});

/** The verdict on a session whose gateway does what a test says, at the level `full`. */
async function verdictOnSession(
  onOpen: (socket: GatewaySocket) => void,
  onWords: (socket: GatewaySocket) => void = () => {},
  level: 'free' | 'full' = 'full',
) {
  const gateway = await startSessionGateway({
    handshake: () => accepted,
    isSilent: true,
    onOpen,
    onFrame({ op, data }, socket) {
      if (op !== 'text') return;
      const { type } = JSON.parse(data.toString()) as { type: string };
      if (type === 'session.update') socket.event({ type: 'session.updated', session: { type: 'realtime' } });
      if (type === 'response.create') onWords(socket);
    },
  });
  onTestFinished(() => gateway.close());
  const bench = await openHarness(`http://127.0.0.1:${gateway.port}`);
  const run = await bench.run({ ...realtime, models: ['m'], everyModel: true, level, costlyRoutes: ['realtime'] });
  return cell(run, 'realtime');
}

const creates = (socket: GatewaySocket) => socket.event({ type: 'session.created', session: { type: 'realtime' } });
const failed = (error: Record<string, unknown>) => (socket: GatewaySocket) =>
  socket.event({
    type: 'response.done',
    response: { id: 'r', status: 'failed', status_details: { type: 'failed', error }, output: [] },
  });

test.each<[string, Record<string, unknown>, string, RegExp]>([
  [
    'a quota',
    { type: 'insufficient_quota', code: 'insufficient_quota', message: 'You exceeded your current quota.' },
    'quota',
    /quota/,
  ],
  [
    'a rate limit',
    { type: 'tokens', code: 'rate_limit_exceeded', message: 'Rate limit reached for this model' },
    'overloaded',
    /rate limit/,
  ],
  ['a rate limit without words', { code: 'rate_limit_exceeded' }, 'overloaded', /rate limit/],
  ['a server error', { type: 'server_error', message: 'The server had an error' }, 'upstream-down', /failed/],
])('a response that fails because of %s is judged like any other failure', async (_, error, verdict, told) => {
  const found = await verdictOnSession(creates, failed(error));
  expect(found).toMatchObject({ verdict, proof: null });
  expect(found.sentence).toMatch(told);
  expect(found.sentence).not.toMatch(/\.\./);
});

test('a response without words whose limit is spent works; one that a filter ended does not', async () => {
  const ends = (reason: string) => (socket: GatewaySocket) =>
    socket.event({
      type: 'response.done',
      response: { id: 'r', status: 'incomplete', status_details: { type: 'incomplete', reason }, output: [] },
    });
  expect((await verdictOnSession(creates, ends('max_output_tokens'))).verdict).toBe('works');
  expect((await verdictOnSession(creates, ends('content_filter'))).verdict).toBe('parameter-refused');
});

test.each(['free', 'full'] as const)(
  'a WebSocket that is closed before a session does not work, at level %s',
  async (level) => {
    for (const code of [1000, null]) {
      const found = await verdictOnSession((socket) => socket.close(code), undefined, level);
      expect(found.verdict).not.toMatch(/^works/);
      expect(found).toMatchObject({ proof: null, failure: { code: expect.any(String) } });
    }
  },
);
