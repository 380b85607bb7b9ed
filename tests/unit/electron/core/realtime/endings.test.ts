import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { type Listener, openDemo, openRealtime } from '../../../../support/realtime/bench.ts';

/** A session with a fault scenario that starts after the first reply. */
async function strike(
  scenario: string,
  draft: Parameters<Awaited<ReturnType<typeof openRealtime>>['open']>[0] = {},
): Promise<Listener> {
  const gateway = await openDemo();
  const { open } = await openRealtime(gateway.url);
  const session = await open({ model: `faulty/session-${scenario}`, settings: { output: 'text' }, ...draft });
  await session.live();
  await session.say('Hello');
  return session;
}

test.each([
  ['close-1000', 'done', null, 1000],
  ['close-1007', 'interrupted', 'protocol', 1007],
  ['close-1008', 'failed', 'forbidden', 1008],
  ['close-1009', 'interrupted', 'too-large', 1009],
  ['close-3000', 'failed', 'auth', 3000],
  ['close-4321', 'failed', 'rejected', 4321],
  ['close-empty', 'done', null, 1005],
  ['bad-text', 'interrupted', 'protocol', 1007],
  ['huge', 'interrupted', 'too-large', 1009],
  ['flood', 'interrupted', 'protocol', 1007],
])('%s ends the session, and nothing reconnects', async (scenario, state, code, closeCode) => {
  const session = await strike(scenario);
  const ended = await session.ended();
  expect([ended.state, ended.failure?.code ?? null]).toEqual([state, code]);
  expect(session.all('closed').map((part) => part.code)).toEqual([closeCode]);
  expect(session.all('closed')[0]?.meaning).not.toBe('');
  expect(session.all('ended')).toHaveLength(1);
  expect(session.all('gap')).toEqual([]);
});

test.each(['close-1001', 'close-1011', 'close-1012', 'close-1013', 'reset', 'drop', 'quota-mid', 'one-turn'])(
  '%s is connected again: a new session, the settings sent again, nothing said again, and a gap that tells',
  async (scenario) => {
    const session = await strike(scenario);
    const gap = await session.until('gap', ({ toMs }) => toMs !== null);
    expect(gap).toMatchObject({ replayed: 'none', cutAnswer: false });
    expect(gap.toMs ?? 0).toBeGreaterThanOrEqual(gap.fromMs);
    const waiting = session.all('stage').find(({ stage }) => stage === 'waiting-to-reconnect');
    expect(waiting?.retryAtMs).toBeGreaterThan(0);
    if (scenario === 'close-1013') expect((gap.toMs ?? 0) - gap.fromMs).toBeGreaterThanOrEqual(60);
    const again = session.all('frame').filter(({ frame }) => frame.socket === 1 && frame.direction === 'out');
    expect(again.map(({ frame }) => frame.kind).filter((kind) => kind !== 'ping')).toEqual(['session.update']);
    session.act({ kind: 'end' });
    expect((await session.ended()).state).toBe('done');
  },
);

test('with reconnecting disabled a lost connection ends the session, and its duration is reported', async () => {
  const session = await strike('reset', { reconnect: false });
  const ended = await session.ended();
  expect(ended).toMatchObject({
    state: 'interrupted',
    failure: { code: 'reset', message: expect.stringMatching(/after (?:\d+ ms|\d+\.\d s),/) },
  });
});

test('a server that answers no ping is dropped without a closing handshake', async () => {
  const gateway = await openDemo();
  const { open } = await openRealtime(gateway.url, { timings: { pingMs: 60, pongMs: 200 } });
  const session = await open({ model: 'faulty/session-dead', reconnect: false });
  const ended = await session.ended();
  expect(ended).toMatchObject({
    state: 'failed',
    failure: { code: 'idle-timeout', message: expect.stringMatching(/no pong/) },
  });
  expect(session.all('closed')).toMatchObject([{ code: 1006, byUs: true }]);
});

test('silence is not a fault while pongs arrive', async () => {
  const gateway = await openDemo();
  const { open } = await openRealtime(gateway.url, { timings: { pingMs: 60, configureMs: 200 } });
  const session = await open({ model: 'faulty/session-mute' });
  await session.live();
  const from = session.parts.length;
  for (let pong = 0; pong < 4; pong += 1) await session.until('alive', () => true, from + pong);
  expect(session.all('problem')).toEqual([]);
  session.act({ kind: 'end' });
  expect((await session.ended()).state).toBe('done');
});

test('malformed frames, unknown events and __proto__ are flagged and the session continues', async () => {
  const session = await strike('malformed');
  await session.say('Still there?');
  const kinds = session.all('frame').map(({ frame }) => frame.kind);
  expect(kinds).toEqual(expect.arrayContaining(['malformed', '__proto__', 'constructor', 'demo.never_heard_of']));
  expect(kinds.filter((kind) => kind === 'malformed')).toHaveLength(3);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  session.act({ kind: 'end' });
  expect((await session.ended()).state).toBe('done');
});

test('a binary frame and an error event are reported in order, and the session continues', async () => {
  const binary = await strike('binary');
  await binary.until('frame', ({ frame }) => frame.kind === 'binary');
  await binary.say('Go on');
  const error = await strike('error-event');
  expect(await error.until('problem')).toMatchObject({
    fatal: false,
    failure: { gatewayCode: 'server_error', status: null },
  });
  await error.say('Go on');
});

test('quota after the upgrade: the error event is the reason, not the reset after it', async () => {
  const gateway = await openDemo();
  const { open } = await openRealtime(gateway.url);
  const session = await open({ model: 'faulty/session-quota' });
  const ended = await session.ended();
  expect(ended).toMatchObject({ state: 'failed', failure: { code: 'quota', gatewayCode: 'insufficient_user_quota' } });
  expect(session.all('problem')).toMatchObject([{ fatal: true }]);
  expect(session.all('closed')).toMatchObject([{ code: 1006, byUs: false }]);
});

test('the session limit ends it in the words of the server', async () => {
  const gateway = await openDemo();
  const { open } = await openRealtime(gateway.url);
  const session = await open({ model: 'faulty/session-expires' });
  await session.live();
  expect(session.all('configured')[0]?.expiresAt).toBeLessThan(Date.now() + 4000);
  const ended = await session.ended();
  expect(ended).toMatchObject({ state: 'done', failure: null });
  expect(session.all('problem')).toMatchObject([{ fatal: true, failure: { gatewayCode: 'session_expired' } }]);
});

test('reconnecting ends after a number of attempts, and the session reports it', async () => {
  const gateway = await openDemo();
  const { open } = await openRealtime(gateway.url);
  const session = await open({ settings: { output: 'text' } });
  await session.live();
  await gateway.close();
  const ended = await session.ended();
  expect(ended.state).not.toBe('done');
  expect(ended.failure?.code).toBe('refused');
  expect(session.all('stage').filter(({ stage }) => stage === 'waiting-to-reconnect')).toHaveLength(3);
});

test('a cut breaks the connection for a while; audio meanwhile is counted and kept', async () => {
  const gateway = await openDemo();
  const { client, open } = await openRealtime(gateway.url);
  const session = await open();
  await session.live();
  session.act({ kind: 'cut', ms: 150 });
  await session.until('gap');
  session.act({ kind: 'audio', base64: Buffer.alloc(4800).toString('base64') });
  const gap = await session.until('gap', ({ toMs }) => toMs !== null);
  expect(gap.droppedAudioMs).toBe(100);
  expect((gap.toMs ?? 0) - gap.fromMs).toBeGreaterThanOrEqual(140);
  session.act({ kind: 'end' });
  await session.ended();
  const { person, model } = await client.realtime.tracks({ id: session.id });
  expect(person?.sizeBytes).toBeGreaterThanOrEqual(4800);
  expect(model).toBeNull();
});

test('a flood of pongs ends the connection instead of being recorded one by one', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  server.on('connection', (socket) => {
    for (let count = 0; count < 20_000; count += 1) socket.pong();
  });
  const bench = await openRealtime(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const session = await bench.open({ reconnect: false });
  expect(await session.ended()).toMatchObject({ failure: { code: 'protocol' } });
  expect(session.all('closed')).toMatchObject([{ code: 1002, byUs: true, reason: expect.stringContaining('pongs') }]);
  // Twice, when the second ends in between.
  expect((await bench.client.exchanges.get({ id: session.id })).events).toBeLessThan(1100);
});
