import { expect, onTestFinished, test } from 'vitest';
import { canariesIn, canaryKey } from '../../../../support/exchange/canary.ts';
import { authority, otherName, selfSigned, trusted } from '../../../../support/exchange/certificates.ts';
import { startTunnelProxy } from '../../../../support/exchange/tunnel-proxy.ts';
import { startSessionGateway } from '../../../../support/gateways/session-gateway.ts';
import { openRealtime } from '../../../../support/realtime/bench.ts';

const extraCa = { name: 'test', pem: authority };

async function serve(...given: Parameters<typeof startSessionGateway>) {
  const gateway = await startSessionGateway(...given);
  onTestFinished(() => gateway.close());
  return gateway;
}

async function proxyTo(...given: Parameters<typeof startTunnelProxy>) {
  const proxy = await startTunnelProxy(...given);
  onTestFinished(() => proxy.close());
  return proxy;
}

test('a session over TLS accepts an added authority for its connection, and no other certificate', async () => {
  const gateway = await serve({}, trusted);
  const address = `https://localhost:${gateway.port}`;
  const trusting = await openRealtime(address, { secret: canaryKey, connection: { extraCa } });
  const session = await trusting.open();
  await session.live();
  const refused = async (connection: object, certificate = trusted) => {
    gateway.certify(certificate);
    const bench = await openRealtime(address, { secret: canaryKey, connection });
    const { failure } = await (await bench.open()).ended();
    return failure?.code;
  };
  expect(await refused({})).toBe('tls');
  expect(await refused({ extraCa: { name: 'other', pem: selfSigned.cert } })).toBe('tls');
  expect(await refused({ extraCa }, otherName)).toBe('tls');
  expect(gateway.handshakes()).toBe(1);
});

test.each([
  ['without TLS', 'http://gateway.test:8080', 'gateway.test:8080', false],
  ['over TLS', 'https://other.test', 'other.test:443', true],
] as const)(
  'a session %s uses a tunnel of the proxy, which sees a name, its own login and nothing else',
  async (_, address, named, isSecure) => {
    const gateway = await serve({}, isSecure ? otherName : undefined);
    const proxy = await proxyTo(gateway.port);
    const bench = await openRealtime(address, {
      secret: canaryKey,
      connection: {
        extraCa,
        acceptedInsecure: true,
        proxy: { mode: 'custom', address: `http://${proxy.address}`, user: 'me' },
      },
    });
    await bench.client.connections.putProxyPassword({ id: bench.connectionId, password: 'proxy:pass-77' });
    const session = await bench.open();
    await session.live();
    const login = btoa('me:proxy:pass-77');
    expect(proxy.heads).toEqual([
      `CONNECT ${named} HTTP/1.1\r\nHost: ${named}\r\nProxy-Authorization: Basic ${login}\r\n\r\n`,
    ]);
    const [socket] = gateway.sockets;
    expect(socket?.request.head).toContain(`Authorization: Bearer ${canaryKey}`);
    expect(socket?.request.head).not.toMatch(/proxy/i);
    const detail = await bench.client.exchanges.get({ id: session.id });
    expect(detail.proxy).toBe(`http://${proxy.address}`);
    const output = JSON.stringify([session.parts, detail]);
    expect(output).not.toMatch(new RegExp(`pass-77|${login}`));
    expect(canariesIn(output)).toEqual([]);
    // After reconnecting, it takes the same route.
    socket?.socket.destroy();
    await session.until('gap', ({ toMs }) => toMs !== null);
    expect(proxy.heads).toHaveLength(2);
    session.act({ kind: 'end' });
    await session.ended();
  },
);

test('a proxy that refuses the login is named, and the gateway receives nothing', async () => {
  const gateway = await serve({});
  const proxy = await proxyTo(gateway.port, {
    refuse: 'HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n',
  });
  const bench = await openRealtime('http://gateway.test', {
    secret: canaryKey,
    connection: { acceptedInsecure: true, proxy: { mode: 'custom', address: `http://${proxy.address}` } },
  });
  const session = await bench.open();
  const ended = await session.ended();
  expect(ended).toMatchObject({ state: 'failed', failure: { code: 'proxy' } });
  expect(ended.failure?.message).toContain(proxy.address);
  expect(session.all('stage').map(({ stage }) => stage)).not.toContain('authorizing');
  expect((await bench.client.exchanges.get({ id: session.id })).sent).toBe('not-sent');
  expect(gateway.handshakes()).toBe(0);
});
