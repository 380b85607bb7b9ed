import { connect, type Socket } from 'node:net';
import type { DemoGateway } from '#demo/gateway.ts';

/** What was received on the raw connection, byte for byte. */
export interface Capture {
  bytes: Buffer;
  /** `end`: the gateway closed it; `reset`: it was reset; `left`: this client left because it had seen enough. */
  ending: 'end' | 'reset' | 'left';
}

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Formats a request as it is written to the connection, with the key and `connection: close`. */
export function requestText({ method = 'POST', path, headers = {}, body }: RawRequest): string {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const all: Record<string, string> = {
    host: '127.0.0.1',
    authorization: 'Bearer demo-key',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

/** Sends one request and collects everything until the connection ends or `seenEnough` returns true. */
export async function capture(
  gateway: DemoGateway,
  request: RawRequest,
  seenEnough?: (bytes: Buffer) => boolean,
): Promise<Capture> {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(requestText(request));
  return collect(socket, seenEnough);
}

export function collect(socket: Socket, seenEnough?: (bytes: Buffer) => boolean): Promise<Capture> {
  const chunks: Buffer[] = [];
  let ending: Capture['ending'] = 'end';
  return new Promise((resolve) => {
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (seenEnough?.(Buffer.concat(chunks))) {
        ending = 'left';
        socket.destroy();
      }
    });
    socket.on('error', () => {
      ending = 'reset';
    });
    socket.on('close', () => resolve({ bytes: Buffer.concat(chunks), ending }));
  });
}

export interface ParsedAnswer {
  status: number;
  headers: Map<string, string>;
  /** The body in its transfer coding: one entry for each HTTP chunk, or one for everything. */
  pieces: Buffer[];
  body: Buffer;
  /** False when a chunked body lacks its last chunk. */
  isWhole: boolean;
}

/** Parses a captured response: status, headers, chunks. */
export function parseAnswer({ bytes }: Capture): ParsedAnswer {
  const headEnd = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const rest = bytes.subarray(headEnd + 4);
  const status = Number(statusLine.split(' ')[1]);
  if (headers.get('transfer-encoding') !== 'chunked')
    return { status, headers, pieces: [rest], body: rest, isWhole: true };
  const pieces: Buffer[] = [];
  let isWhole = false;
  for (let at = 0; at < rest.length; ) {
    const lineEnd = rest.indexOf('\r\n', at);
    const size = Number.parseInt(rest.toString('latin1', at, lineEnd), 16);
    if (!(size > 0)) {
      isWhole = size === 0;
      break;
    }
    pieces.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return { status, headers, pieces, body: Buffer.concat(pieces), isWhole };
}

/** The data of every event of a stream, `[DONE]` included. */
export function eventsOf(body: Buffer): string[] {
  return body
    .toString('utf8')
    .split('\n\n')
    .flatMap((event) => event.split('\n').filter((line) => line.startsWith('data: ')))
    .map((line) => line.slice('data: '.length));
}
