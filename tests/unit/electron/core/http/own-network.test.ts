import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../../../../../shared/contract/connections.ts';
import { type Bench, never } from '../../../../support/exchange/bench.ts';
import { canaryKey } from '../../../../support/exchange/canary.ts';
import { authority, otherName, selfSigned, trusted } from '../../../../support/exchange/certificates.ts';
import { completion } from '../../../../support/exchange/chat-wire.ts';
import { startTunnelProxy } from '../../../../support/exchange/tunnel-proxy.ts';
import { json, type RecordingServer, startRecordingServer } from '../../../../support/exchange/wire-server.ts';
import { once, open } from './open-bench.ts';

async function serve(certificate?: { cert: string; key: string }): Promise<RecordingServer> {
  const server = await startRecordingServer(({ socket }) => socket.write(json(completion())), certificate);
  onTestFinished(() => server.close());
  return server;
}

async function proxyTo(...given: Parameters<typeof startTunnelProxy>) {
  const proxy = await startTunnelProxy(...given);
  onTestFinished(() => proxy.close());
  return proxy;
}

const detail = (bench: Bench, id: string) => bench.exchanges.handlers.get({ id }, { signal: never });

const withCa = { extraCa: { name: 'test', pem: authority } };
const ownProxy = (address: string, change: Partial<Connection['proxy']> = {}): Partial<Connection> => ({
  ...withCa,
  proxy: { mode: 'custom', address, bypass: '', user: '', hasPassword: false, ...change },
});

test("the connection's own proxy gets its login from the vault and nothing of the request, and is named in the record", async () => {
  const server = await serve(otherName);
  const proxy = await proxyTo(server.port);
  const bench = open('https://other.test', {
    connection: ownProxy(`http://${proxy.address}`, { user: 'me', hasPassword: true }),
    proxyPassword: 'proxy:pass-77',
  });
  const { end, id, parts } = await once(bench);
  expect(end.state).toBe('done');
  const login = btoa('me:proxy:pass-77');
  expect(proxy.heads).toEqual([
    `CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\nProxy-Authorization: Basic ${login}\r\n\r\n`,
  ]);
  expect(proxy.heads.join()).not.toContain(canaryKey);
  expect(server.requests[0]?.head).not.toMatch(/proxy/i);
  const record = await detail(bench, id);
  expect(record.proxy).toBe(`http://${proxy.address}`);
  expect(JSON.stringify([parts, record])).not.toMatch(new RegExp(`pass-77|${login}`));
});

test("the connection's own proxy may use TLS, with a certificate that the connection trusts", async () => {
  const server = await serve(otherName);
  const proxy = await proxyTo(server.port, { secure: trusted });
  const address = `https://localhost:${proxy.port}`;
  const trusting = open('https://other.test', { connection: ownProxy(address) });
  const { end, id } = await once(trusting);
  expect(end.state).toBe('done');
  expect((await detail(trusting, id)).proxy).toBe(address);
  expect(proxy.heads).toEqual(['CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\n\r\n']);
  const doubting = open('https://other.test', {
    connection: { ...ownProxy(address), extraCa: { name: '', pem: '' } },
  });
  expect((await once(doubting)).end).toMatchObject({
    sent: 'not-sent',
    error: { code: 'proxy', message: expect.stringContaining('UNABLE_TO_VERIFY_LEAF_SIGNATURE') },
  });
  expect(server.requests.length).toBe(1);
});

test('34: the authentication that a proxy requires is reported', async () => {
  const proxy = await proxyTo(1, { refuse: 'HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n' });
  const { end } = await once(open('https://other.test', { connection: ownProxy(proxy.address) }));
  expect(end).toMatchObject({ sent: 'not-sent', error: { code: 'proxy' } });
  expect(end.error?.message).toMatch(/requires a login \(407\)/);
  expect(end.error?.hint).toMatch(/in the connection/);
});

test('a password lost by the vault is requested again, and nothing is sent without it', async () => {
  const server = await serve(otherName);
  const proxy = await proxyTo(server.port);
  const bench = open('https://other.test', {
    connection: ownProxy(proxy.address, { user: 'me', hasPassword: true }),
  });
  expect((await once(bench)).end).toMatchObject({ sent: 'not-sent', error: { code: 'proxy' } });
  expect(proxy.heads).toEqual([]);
});

test('a tunnel is never shared between two logins', async () => {
  const server = await serve(otherName);
  const proxy = await proxyTo(server.port);
  const bench = open('https://other.test', { connection: ownProxy(proxy.address, { user: 'first' }) });
  await once(bench);
  await once(bench);
  bench.connection.proxy.user = 'second';
  await once(bench);
  expect(proxy.heads.map((head) => atob(/Basic (\S+)/.exec(head)?.[1] ?? ''))).toEqual(['first:', 'second:']);
});

test("none means none: the system's proxy is not even queried", async () => {
  const server = await serve();
  let wasAsked = false;
  const bench = open(server.url, {
    connection: { proxy: { mode: 'none', address: 'http://127.0.0.1:1', bypass: '', user: '', hasPassword: false } },
    hostServices: {
      version: '1',
      async proxyFor() {
        wasAsked = true;
        return null;
      },
    },
  });
  const { end, id } = await once(bench);
  expect(end.state).toBe('done');
  expect(wasAsked).toBe(false);
  expect((await detail(bench, id)).proxy).toBeNull();
});

test('an added authority applies to its connection and to no other', async () => {
  const server = await serve(trusted);
  const address = `https://localhost:${server.port}`;
  expect((await once(open(address, { connection: withCa }))).end.state).toBe('done');
  expect((await once(open(address))).end).toMatchObject({ sent: 'not-sent', error: { code: 'tls' } });
  expect(
    (await once(open(address, { connection: { extraCa: { name: '', pem: selfSigned.cert } } }))).end,
  ).toMatchObject({
    sent: 'not-sent',
    error: { code: 'tls' },
  });
  expect(server.requests.length).toBe(1);
});

test('a self-signed certificate is accepted when it is the one that was added', async () => {
  const server = await serve(selfSigned);
  const pem = `# Our gateway\n${authority}\nand itself\n${selfSigned.cert}`;
  const bench = open(`https://localhost:${server.port}`, { connection: { extraCa: { name: 'ours', pem } } });
  expect((await once(bench)).end.state).toBe('done');
});

test('the limits in force and their source are in the record', async () => {
  const silent = await startRecordingServer(() => {});
  onTestFinished(() => silent.close());
  const bench = open(silent.url, {
    connection: { deadlines: { headersMs: 120, idleMs: 5000 } },
    deadlines: (_, planned) => planned,
  });
  const { end, id } = await bench.run({ options: { deadlines: { idleMs: 400 } } });
  expect(end.error).toMatchObject({ code: 'headers-timeout', message: expect.stringContaining('0.1 s') });
  expect((await detail(bench, id)).deadlines).toEqual([
    { name: 'connectMs', ms: 10_000, from: 'route' },
    { name: 'headersMs', ms: 120, from: 'connection' },
    { name: 'idleMs', ms: 400, from: 'request' },
    { name: 'totalMs', ms: 1_800_000, from: 'route' },
  ]);
});
