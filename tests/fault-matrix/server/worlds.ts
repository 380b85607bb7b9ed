import { once } from 'node:events';
import net from 'node:net';
import type { Connection } from '#shared/contract/connections.ts';
import { authority, expired, otherName, selfSigned, trusted } from '../../support/exchange/certificates.ts';
import { startTunnelProxy } from '../../support/exchange/tunnel-proxy.ts';
import { type RecordingServer, respond, startRecordingServer } from '../../support/exchange/wire-server.ts';
import { answerForName } from '../../support/gateways/host-names.ts';

/** Where an exchange is sent, and what is there. */
export interface World {
  base: string;
  /** The gateway, which may be unreachable. */
  server: RecordingServer;
  connection?: Partial<Connection>;
  /** The proxy of the system. */
  proxy?: string;
  /** What a message must name. */
  names: string;
  close(): Promise<void>;
}

type Answer = Parameters<typeof startRecordingServer>[0];

const reached = (server: RecordingServer, change: Partial<World> = {}): World => ({
  base: server.url,
  server,
  names: `127.0.0.1:${server.port}`,
  close: () => server.close(),
  ...change,
});

const certified = (certificate: { cert: string; key: string }, isKnown: boolean) => async (answer: Answer) =>
  reached(
    await startRecordingServer(answer, certificate),
    isKnown ? { connection: { extraCa: { name: 'test', pem: authority } } } : {},
  );

const unnamed = (code: 'ENOTFOUND' | 'EAI_AGAIN') => async (answer: Answer) => {
  const server = await startRecordingServer(answer);
  const say = answerForName('gateway.invalid', code);
  return reached(server, {
    base: 'https://gateway.invalid',
    names: `gateway.invalid`,
    async close() {
      say(null);
      await server.close();
    },
  });
};

/** A proxy that answers every tunnel request like this, with a login that must stay hidden. */
const tunnelled = (refuse: string) => async (answer: Answer) => {
  const server = await startRecordingServer(answer);
  const proxy = await startTunnelProxy(server.port, { refuse });
  return reached(server, {
    base: 'https://gateway.invalid',
    proxy: `http://me:proxy-pass-77@${proxy.address}`,
    names: proxy.address,
    async close() {
      proxy.close();
      await server.close();
    },
  });
};

/** Ways to a gateway, by name: each ends before the gateway sees a byte of the request, `plain` excepted. */
export const worlds = {
  plain: async (answer) => reached(await startRecordingServer(answer)),

  async closedPort(answer) {
    const server = await startRecordingServer(answer);
    await server.close();
    return reached(server, { close: async () => {} });
  },
  unknownName: unnamed('ENOTFOUND'),
  silentNameServer: unnamed('EAI_AGAIN'),

  selfSigned: certified(selfSigned, false),
  unknownAuthority: certified(trusted, false),
  expired: certified(expired, true),
  otherName: certified(otherName, true),
  /** Answers any input in plain HTTP. */
  async plainPort(answer) {
    const server = await startRecordingServer(answer);
    const port = net.createServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    port.listen(0, '127.0.0.1');
    await once(port, 'listening');
    const place = `127.0.0.1:${(port.address() as net.AddressInfo).port}`;
    return reached(server, {
      base: `https://${place}`,
      names: place,
      async close() {
        port.close();
        await server.close();
      },
    });
  },
  /** Accepts connections and sends nothing, so that TLS is never established. */
  async silentTls(answer) {
    const server = await startRecordingServer(answer);
    return reached(server, { base: `https://127.0.0.1:${server.port}` });
  },

  proxyLogin: tunnelled('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n'),
  proxyForbids: tunnelled('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'),
  noProxy: tunnelled('SSH-2.0-OpenSSH\r\n\r\n'),
  /** Plain http is sent to the proxy whole. */
  async plainProxyLogin(answer) {
    const server = await startRecordingServer(answer);
    const proxy = await startRecordingServer(({ socket }) => socket.write(respond(407, {}, 'no')));
    return reached(server, {
      base: 'http://gateway.invalid',
      connection: { acceptedInsecure: true },
      proxy: `http://me:proxy-pass-77@127.0.0.1:${proxy.port}`,
      names: `127.0.0.1:${proxy.port}`,
      async close() {
        await proxy.close();
        await server.close();
      },
    });
  },
} satisfies Record<string, (answer: Answer) => Promise<World>>;

export type WorldName = keyof typeof worlds;
