import { Buffer } from 'node:buffer';
import type http from 'node:http';
import type net from 'node:net';
import { WebSocket } from 'ws';
import { boundInterim } from '../../http/interim.ts';
import {
  cancelled,
  fault,
  headersTimeout,
  NetworkError,
  type NetworkFault,
  placeName,
  protocolFault,
  unansweredFault,
} from '../../http/network-failure.ts';
import { openSocket } from '../../http/open-socket.ts';
import { pairsOf } from '../../http/response.ts';
import type { Mark, TrafficBytes } from '../../http/send.ts';
import { alertFault } from '../../http/tls-alert.ts';
import { messageBytes } from '../timings.ts';
import type { Handshake } from './handshake.ts';

/** The head of the answer to a handshake. */
export interface HandshakeHead {
  status: number;
  statusText: string;
  httpVersion: string;
  headers: [name: string, value: string][];
}

/** What came of a handshake. An open socket is paused until somebody listens. */
export type Opened =
  | { kind: 'open'; socket: WebSocket; head: HandshakeHead }
  | { kind: 'refused'; head: HandshakeHead; body: Buffer }
  | { kind: 'fault'; fault: NetworkFault };

export interface Opening {
  signal: AbortSignal;
  /** For everything until the answer to the handshake. */
  limitMs: number;
  mark(what: Mark): void;
  /** The connection is ready, and the key is about to be sent. */
  onConnected(wireBytes: () => TrafficBytes): void;
  /** The request as it is sent, the key included. */
  onRequest(headers: readonly (readonly [string, string])[]): void;
}

const refusalBytes = 1024 * 1024;

/** Opens a WebSocket through the same sockets as every request: proxies, extra authorities and deadlines. Never rejects. */
export async function openWebSocket(handshake: Handshake, opening: Opening): Promise<Opened> {
  const { to } = handshake;
  const place = placeName(to.host, to.port);
  const startedAt = performance.now();
  try {
    const { signal, limitMs, mark } = opening;
    const socket = await openSocket(to, { signal, limitMs, mark });
    const { bytesWritten, bytesRead } = socket;
    opening.onConnected(() => ({ sent: socket.bytesWritten - bytesWritten, received: socket.bytesRead - bytesRead }));
    const leftMs = Math.max(1, limitMs - (performance.now() - startedAt));
    return await upgrade(handshake, socket, { ...opening, limitMs: leftMs }, headersTimeout(place, limitMs));
  } catch (thrown) {
    if (thrown instanceof NetworkError) return { kind: 'fault', fault: thrown.fault };
    if (opening.signal.aborted) return { kind: 'fault', fault: cancelled('not-sent') };
    const message = thrown instanceof Error ? thrown.message : 'unknown reason';
    return {
      kind: 'fault',
      fault: fault('bad-draft', `The handshake can not be sent: ${message}.`, 'Change it and try again.', 'not-sent'),
    };
  }
}

function upgrade(
  { address, to, headers, protocols }: Handshake,
  connection: net.Socket,
  { signal, limitMs, mark, onRequest }: Opening,
  late: NetworkFault,
): Promise<Opened> {
  const place = placeName(to.host, to.port);
  return new Promise((resolve) => {
    let head: HandshakeHead | null = null;
    let reason: NetworkFault | null = null;
    const socket = new WebSocket(address, [...protocols], {
      createConnection: () => connection,
      headers: Object.fromEntries(headers),
      maxPayload: messageBytes,
      perMessageDeflate: false,
      followRedirects: false,
      skipUTF8Validation: false,
      finishRequest(request) {
        onRequest(sentHeaders(request));
        request.once('finish', () => mark('sent'));
        boundInterim(request, place, (found) => stop(found));
        // A tunnel is handed over paused, so that nothing is lost before somebody listens.
        request.once('socket', () => connection.resume());
        request.end();
      },
    });
    const stop = (found: NetworkFault) => {
      reason ??= found;
      socket.terminate();
      connection.destroy();
    };
    const onAbort = () => stop(cancelled('maybe-processed'));
    const timer = setTimeout(() => stop(late), limitMs);
    const settle = (opened: Opened) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(opened);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    socket.once('upgrade', (answer) => {
      mark('headers');
      mark('firstByte');
      head = headOf(answer);
    });
    socket.once('open', () => {
      // Frames may stand in the same packet as the answer.
      socket.pause();
      if (head) settle({ kind: 'open', socket, head });
    });
    socket.once('unexpected-response', (_, answer) => {
      mark('headers');
      mark('firstByte');
      const refused = headOf(answer);
      void readRefusal(answer).then((body) => {
        settle({ kind: 'refused', head: refused, body });
        socket.terminate();
        connection.destroy();
      });
    });
    // Stays: an error that comes after the end must not end the program.
    socket.on('error', (thrown) => {
      const found = reason ?? handshakeFault(thrown, place, connection.bytesWritten);
      settle({ kind: 'fault', fault: found });
    });
  });
}

const sentHeaders = (request: http.ClientRequest): [string, string][] =>
  request.getRawHeaderNames().map((name): [string, string] => [name, String(request.getHeader(name))]);

/** Reads a refusal to its end, its beginning at least. */
async function readRefusal(answer: http.IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      pieces.push(piece);
      size += piece.length;
      if (size >= refusalBytes) break;
    }
  } catch {
    // What had come by then still says why.
  }
  return Buffer.concat(pieces).subarray(0, refusalBytes);
}

const headOf = (answer: http.IncomingMessage): HandshakeHead => ({
  status: answer.statusCode ?? 0,
  statusText: answer.statusMessage ?? '',
  httpVersion: answer.httpVersion,
  headers: pairsOf(answer.rawHeaders),
});

function handshakeFault(thrown: Error, place: string, sentBytes: number): NetworkFault {
  const code = 'code' in thrown ? String(thrown.code) : '';
  if (code.startsWith('HPE_')) return protocolFault(thrown, place, 'maybe-processed');
  if (/no subprotocol/i.test(thrown.message))
    return fault(
      'protocol',
      `${place} accepted the session and chose none of the subprotocols.`,
      'Send the key in the header instead.',
      'answered',
    );
  if (/^(?:Invalid|Server sent|Unexpected)/i.test(thrown.message))
    return fault(
      'protocol',
      `${place} answered the handshake with what is no WebSocket (${thrown.message}).`,
      'Check that the address leads to the gateway, and that a proxy on the way lets WebSockets pass.',
      'answered',
    );
  return alertFault(thrown, place) ?? unansweredFault(thrown, { place, sentBytes });
}
