import http from 'node:http';
import type net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { never } from '../../../../support/exchange/bench.ts';
import { canariesIn, canaryKey } from '../../../../support/exchange/canary.ts';
import { authority, expired, otherName, selfSigned, trusted } from '../../../../support/exchange/certificates.ts';
import { completion } from '../../../../support/exchange/chat-wire.ts';
import { startTunnelProxy, type TunnelProxy } from '../../../../support/exchange/tunnel-proxy.ts';
import { json, type RecordingServer, respond, startRecordingServer } from '../../../../support/exchange/wire-server.ts';
import { once, open } from './open-bench.ts';

async function serve(...given: Parameters<typeof startRecordingServer>): Promise<RecordingServer> {
  const server = await startRecordingServer(...given);
  onTestFinished(() => server.close());
  return server;
}

test.each([
  ['signed by itself', selfSigned, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'issued by localhost'],
  ['by an unknown authority', trusted, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'issued by Patchbay test authority'],
])('a certificate %s is refused with its facts', async (_, certificate, code, facts) => {
  const server = await serve(({ socket }) => socket.write(json(completion())), certificate);
  const { end } = await once(open(server.url));
  expect(end).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'tls' } });
  expect(end.error?.message).toContain(code);
  expect(end.error?.message).toContain(facts);
  expect(server.requests.length).toBe(0);
  await server.idle();
});

test.each([
  ['expired', expired, 'CERT_HAS_EXPIRED'],
  ['for another name', otherName, 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('a certificate %s is refused even when its authority is known', async (_, certificate, code) => {
  const server = await serve(({ socket }) => socket.write(json(completion())), certificate);
  const { end } = await once(open(server.url, { connection: { extraCa: { name: 'test', pem: authority } } }));
  expect(end).toMatchObject({ sent: 'not-sent', error: { code: 'tls', message: expect.stringContaining(code) } });
  expect(server.requests.length).toBe(0);
});

test('an added authority is trusted, and the connection is kept alive', async () => {
  const server = await serve(({ socket }) => socket.write(json(completion())), trusted);
  const bench = open(`https://localhost:${server.port}`, { connection: { extraCa: { name: 'test', pem: authority } } });
  const { end } = await once(bench);
  expect(end).toMatchObject({ state: 'done', timeline: { tlsMs: expect.any(Number), dnsMs: expect.any(Number) } });
  expect(await once(bench)).toMatchObject({ end: { state: 'done', timeline: { tlsMs: null, connectMs: null } } });
  expect(server.requests.map(({ earlier }) => earlier)).toEqual([0, 1]);
});

test('an environment variable that disables verification has no effect', async () => {
  const server = await serve(({ socket }) => socket.write(json(completion())), selfSigned);
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  try {
    const { end } = await once(open(server.url));
    expect(end).toMatchObject({ sent: 'not-sent', error: { code: 'tls' } });
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  }
  expect(server.requests.length).toBe(0);
});

test('3: plain HTTP where TLS is expected, and the reverse', async () => {
  const plain = http.createServer();
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void plain.close());
  const toPlain = await once(open(`https://127.0.0.1:${(plain.address() as net.AddressInfo).port}`));
  expect(toPlain.end).toMatchObject({
    sent: 'not-sent',
    error: { code: 'tls', message: expect.stringContaining('plain HTTP') },
  });
  const secure = await serve(() => {}, trusted);
  const toSecure = await once(open(`http://127.0.0.1:${secure.port}`));
  expect(toSecure.end.error?.code).toMatch(/protocol|reset/);
  expect(secure.requests.length).toBe(0);
});

async function startProxy(to: number, refuse?: string): Promise<TunnelProxy> {
  const proxy = await startTunnelProxy(to, refuse === undefined ? {} : { refuse });
  onTestFinished(() => proxy.close());
  return proxy;
}

const through = (proxy: string) => ({ hostServices: { version: '1', proxyFor: async () => proxy } });

test('https uses a tunnel: the proxy sees the name and its own login, nothing of the request', async () => {
  const server = await serve(({ socket }) => socket.write(json(completion())), otherName);
  const proxy = await startProxy(server.port);
  const bench = open('https://other.test', {
    connection: { extraCa: { name: 'test', pem: authority } },
    ...through(`http://me:proxy-pass-77@${proxy.address}`),
  });
  const { end } = await once(bench);
  expect(end.state).toBe('done');
  expect(proxy.heads).toEqual([
    `CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\nProxy-Authorization: Basic ${btoa('me:proxy-pass-77')}\r\n\r\n`,
  ]);
  expect(server.requests[0]?.head).not.toMatch(/proxy/i);
  expect(server.requests[0]?.head).toContain(`Bearer ${canaryKey}`);
});

test('plain http is sent to the proxy in full, with the login, which is shown nowhere', async () => {
  const proxy = await serve(({ socket, head }) => socket.write(json({ ...completion(), echo: head })));
  const bench = open('http://gateway.invalid', {
    connection: { acceptedInsecure: true },
    ...through(`http://me:proxy-pass-77@127.0.0.1:${proxy.port}`),
  });
  const { end, id, parts } = await once(bench);
  expect(end.state).toBe('done');
  expect(proxy.requests[0]?.target).toBe('http://gateway.invalid/v1/chat/completions');
  expect(proxy.requests[0]?.head).toContain(`Proxy-Authorization: Basic ${btoa('me:proxy-pass-77')}`);
  const body = await bench.exchanges.handlers.body(
    { id, side: 'response', offset: 0, length: 10_000 },
    { signal: never },
  );
  const shown = JSON.stringify([
    parts,
    await bench.exchanges.handlers.get({ id }, { signal: never }),
    atob(body.base64),
  ]);
  expect(shown).not.toContain('proxy-pass-77');
  expect(shown).not.toContain(btoa('me:proxy-pass-77'));
  expect(canariesIn(shown)).toEqual([]);
});

test.each([
  ['407', 'HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n', /rejected the login \(407\)/],
  ['403', 'HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n', /refused to connect to other\.test:443 \(403\)/],
  ['something else', 'SSH-2.0-OpenSSH\r\n\r\n', /did not respond as an HTTP proxy/],
])('a proxy that responds to CONNECT with %s is named, without its login', async (_, response, words) => {
  const proxy = await startProxy(1, response);
  const { end } = await once(open('https://other.test', through(`http://me:proxy-pass-77@${proxy.address}`)));
  expect(end).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'proxy' } });
  expect(end.error?.message).toMatch(words);
  expect(end.error?.message).toContain(proxy.address);
  expect(JSON.stringify(end)).not.toContain('proxy-pass-77');
});

test('a 407 for a plain request is attributed to the proxy, not the gateway', async () => {
  const proxy = await serve(({ socket }) => socket.write(respond(407, {}, 'no')));
  const bench = open('http://gateway.invalid', {
    connection: { acceptedInsecure: true },
    ...through(`http://127.0.0.1:${proxy.port}`),
  });
  expect((await once(bench)).end).toMatchObject({ sent: 'not-sent', error: { code: 'proxy' } });
});

test('34: an unreachable proxy, and one that is not an HTTP proxy', async () => {
  const closed = await startRecordingServer(() => {});
  await closed.close();
  expect((await once(open('https://other.test', through(`http://127.0.0.1:${closed.port}`)))).end).toMatchObject({
    sent: 'not-sent',
    error: { code: 'proxy', message: expect.stringContaining('ECONNREFUSED') },
  });
  expect((await once(open('https://other.test', through('socks5://127.0.0.1:1080')))).end).toMatchObject({
    sent: 'not-sent',
    error: { code: 'proxy', message: expect.stringContaining('socks5') },
  });
});

test('this computer itself is never reached through a proxy', async () => {
  const server = await serve(({ socket }) => socket.write(json(completion())));
  const { end } = await once(open(server.url, through('http://127.0.0.1:1')));
  expect(end.state).toBe('done');
});
