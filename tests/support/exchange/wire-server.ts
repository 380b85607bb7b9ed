import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';

/** One request as its bytes arrived. */
export interface Received {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  /** The whole head as text. */
  head: string;
  /** Resolves when the announced body is here; with the partial body when the connection closes before. */
  body: Promise<Buffer>;
  socket: net.Socket;
  /** How many requests arrived over this connection before. */
  earlier: number;
}

export interface RecordingServer {
  url: string;
  port: number;
  requests: Received[];
  /** All bytes ever received. */
  receivedBytes(): number;
  connections(): number;
  /** Resolves when no connection is open. */
  idle(): Promise<void>;
  /** Presents another certificate from the next connection on. */
  certify(options: tls.SecureContextOptions): void;
  close(): Promise<void>;
}

type Answering = (request: Received) => unknown;

/**
 * A server on a bare socket: it writes a test's response byte for byte, so every fault can be produced exactly. `answer` is
 * called when the head of a request is complete, before its body is.
 *
 * @param listenOn a port, to return to where a server was before.
 */
export async function startRecordingServer(
  answer: Answering,
  secure?: tls.TlsOptions,
  listenOn = 0,
): Promise<RecordingServer> {
  const requests: Received[] = [];
  const open = new Set<net.Socket>();
  let bytes = 0;

  const onConnection = (socket: net.Socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    let head = Buffer.alloc(0);
    let body: { wanted: number; pieces: Buffer[]; have: number; finish: (whole: Buffer) => void } | null = null;
    let earlier = 0;
    const take = (bytes: Buffer): void => {
      if (body) {
        const own = bytes.subarray(0, body.wanted - body.have);
        body.pieces.push(own);
        body.have += own.length;
        if (body.have < body.wanted) return;
        body.finish(Buffer.concat(body.pieces));
        body = null;
        if (own.length < bytes.length) take(bytes.subarray(own.length));
        return;
      }
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      const rest = head.subarray(end + 4);
      const request = readHead(head.toString('latin1', 0, end));
      head = Buffer.alloc(0);
      const { promise, resolve } = Promise.withResolvers<Buffer>();
      const length = request.headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
      body = { wanted: Number(length ?? 0), pieces: [], have: 0, finish: resolve };
      const received = { ...request, body: promise, socket, earlier };
      earlier += 1;
      requests.push(received);
      answer(received);
      take(rest);
    };
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      take(chunk);
    });
    socket.on('close', () => body?.finish(Buffer.concat(body.pieces)));
  };
  const server = secure ? tls.createServer(secure, onConnection) : net.createServer(onConnection);
  server.on('tlsClientError', () => {});
  server.listen(listenOn, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    certify: (options) => server instanceof tls.Server && server.setSecureContext(options),
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    requests,
    receivedBytes: () => bytes,
    connections: () => open.size,
    async idle() {
      while (open.size > 0)
        await Promise.all([...open].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function readHead(head: string): Pick<Received, 'method' | 'target' | 'headers' | 'head'> {
  const [line = '', ...rest] = head.split('\r\n');
  const headers = rest.map((text): [string, string] => {
    const colon = text.indexOf(':');
    return [text.slice(0, colon), text.slice(colon + 1).trim()];
  });
  const [method = '', target = ''] = line.split(' ');
  return { method, target, headers, head };
}

/** A complete HTTP response with its length. */
export function respond(status: number, headers: Record<string, string>, body: string | Uint8Array): Buffer {
  const bytes = Buffer.from(body as string);
  const lines = Object.entries({ 'content-length': String(bytes.length), ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join('\r\n')}\r\n\r\n`), bytes]);
}

export const json = (body: unknown, status = 200) =>
  respond(status, { 'content-type': 'application/json' }, JSON.stringify(body));

/** The head of a chunked response. */
export const chunkedHead = (type = 'text/event-stream', extra = '') =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n${extra}\r\n`;

export function chunk(body: string | Uint8Array): Buffer {
  const bytes = Buffer.from(body as string);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

export const lastChunk = '0\r\n\r\n';
