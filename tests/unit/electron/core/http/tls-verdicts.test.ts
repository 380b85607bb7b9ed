import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { shortLimits } from '../../../../support/exchange/bench.ts';
import { authority, otherName, trusted } from '../../../../support/exchange/certificates.ts';
import { completion } from '../../../../support/exchange/chat-wire.ts';
import { startTunnelProxy } from '../../../../support/exchange/tunnel-proxy.ts';
import { json, startRecordingServer } from '../../../../support/exchange/wire-server.ts';
import { once, open } from './open-bench.ts';
import * as refused from './refused-certificates.ts';

async function serve(secure: Parameters<typeof startRecordingServer>[1]) {
  const server = await startRecordingServer(({ socket }) => socket.write(json(completion())), secure);
  onTestFinished(() => server.close());
  return server;
}

const impatient = { deadlines: () => ({ ...shortLimits, connectMs: 200 }) };

const known = { connection: { extraCa: { name: 'test', pem: refused.secondAuthority } } };
/** Lets a server present what its own OpenSSL would refuse. */
const lax = { ciphers: 'DEFAULT@SECLEVEL=0' };

test.each<[string, { cert: string; key: string }, RegExp[]]>([
  ['is not meant for servers', refused.clientOnly, [/is not meant for servers \(INVALID_PURPOSE\)/]],
  ['has a weak key', { ...refused.weakKey, ...lax }, [/key that is too weak/, /\(EE certificate key too weak\)/]],
  ['is signed with SHA-1', { ...refused.signedWithSha1, ...lax }, [/outdated hash/]],
  ['has an unknown critical extension', refused.criticalExtension, [/critical extension that Patchbay can't check/]],
  ['is outside its authority', refused.outsideItsAuthority, [/its authority may not certify/]],
])('3: a certificate that %s is refused for that, with its facts', async (_, certificate, words) => {
  const server = await serve(certificate);
  const { end } = await once(open(`https://localhost:${server.port}`, known));
  expect(end).toMatchObject({ sent: 'not-sent', error: { code: 'tls' } });
  for (const each of [...words, /it is for localhost, 127\.0\.0\.1, issued by Patchbay .* authority, valid from /])
    expect(end.error?.message).toMatch(each);
  expect(end.error?.hint).not.toMatch(/version|cipher/);
});

test('3: a certificate for other names shows the names that were checked, not its common name', async () => {
  const server = await serve(refused.otherNames);
  const { end } = await once(open(`https://localhost:${server.port}`, known));
  expect(end.error?.message).toContain(
    'is for another name (ERR_TLS_CERT_ALTNAME_INVALID): it is for a.example, b.example,',
  );
});

test('3: an expired authority is named with its own dates', async () => {
  const server = await serve(refused.belowExpiredAuthority);
  const { end } = await once(open(`https://localhost:${server.port}`, known));
  expect(end.error?.message).toMatch(/^An authority above the certificate of localhost:\d+ has expired/);
  expect(end.error?.message).toMatch(/it is for Patchbay old authority, .* to Jan {2}1 00:00:00 2021 GMT\.$/);
});

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  '3: a gateway that requires a client certificate is told so under %s, and nothing was processed',
  async (maxVersion) => {
    const server = await serve({ ...trusted, requestCert: true, rejectUnauthorized: true, maxVersion });
    const bench = open(server.url, { connection: { extraCa: { name: 'test', pem: authority } } });
    const { end } = await once(bench);
    expect(end).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'tls' } });
    expect(end.error?.hint).toMatch(/requires a client certificate/);
    expect(server.requests.length).toBe(0);
  },
);

test('4: a gateway that accepts and never finishes its handshake is not reported as refusing the connection', async () => {
  const server = await serve(undefined);
  const { end } = await once(open(`https://127.0.0.1:${server.port}`, impatient));
  expect(end.error).toMatchObject({ code: 'connect-timeout' });
  expect(end.error?.message).toContain('accepted the connection but did not complete the TLS handshake within 0.2 s');
});

/** A proxy that handles its connections as the test requires. */
async function startProxy(act: (socket: net.Socket) => unknown): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => act(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}

const through = (proxy: string) => ({
  hostServices: { version: '1', proxyFor: async () => `http://${proxy}` },
});

test.each<[string, (socket: net.Socket) => unknown]>([
  ['says nothing', () => {}],
  ['sends half a head', (socket) => socket.write('HTTP/1.1 200 Connec')],
  ['speaks SOCKS', (socket) => socket.write(Buffer.from([5, 0xff]))],
])('34: a proxy that %s is named, and the gateway is not', async (_, act) => {
  const proxy = await startProxy(act);
  const { end } = await once(open('https://other.test', { ...through(proxy), ...impatient }));
  expect(end).toMatchObject({ sent: 'not-sent', error: { code: 'proxy' } });
  expect(end.error?.message).toBe(`The proxy ${proxy} did not respond to the tunnel request within 0.2 s.`);
});

test.each([
  ['HTML', 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<html><body>Log in first</body></html>'],
  ['plain HTTP', 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n'],
])(
  '34: a proxy that opens a tunnel and sends %s is reported as that, without advice to drop TLS',
  async (_, response) => {
    const proxy = await startProxy((socket) => socket.write(response));
    const { end } = await once(open('https://other.test', through(proxy)));
    expect(end).toMatchObject({ sent: 'not-sent', error: { code: 'proxy' } });
    expect(end.error?.message).toContain(`The proxy ${proxy} accepted a tunnel to other.test:443`);
    expect(JSON.stringify(end.error)).not.toContain('http://');
  },
);

test('34: a gateway that stalls behind a proxy is named with it', async () => {
  const server = await serve(undefined);
  const proxy = await startTunnelProxy(server.port);
  onTestFinished(() => proxy.close());
  const { end } = await once(open('https://other.test', { ...through(proxy.address), ...impatient }));
  expect(end.error?.code).toBe('connect-timeout');
  expect(end.error?.message).toMatch(
    /^other\.test:443 accepted the connection through the proxy 127\.0\.0\.1:\d+ but did/,
  );
});

test('34: a TLS proxy with a certificate for another name is the one that is named', async () => {
  const proxy = await startTunnelProxy(1, { secure: otherName });
  onTestFinished(() => proxy.close());
  const hostServices = { version: '1', proxyFor: async () => `https://localhost:${proxy.port}` };
  const connection = { extraCa: { name: 'test', pem: authority } };
  const { end } = await once(open('https://gateway.invalid', { connection, hostServices }));
  expect(end.error?.code).toBe('proxy');
  expect(end.error?.message).toMatch(/^The proxy localhost:\d+: The certificate of localhost:\d+ is for another name/);
});
