import { Buffer } from 'node:buffer';
import type http from 'node:http';
import type net from 'node:net';
import { WebSocket } from 'ws';
import type { SessionDraft } from '#shared/contract/realtime.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { Prepared } from '../../exchange/prepare.ts';
import { boundInterim } from '../../http/interim.ts';
import {
  cancelled,
  endpointName,
  fault,
  headersTimeout,
  NetworkError,
  type NetworkFault,
  protocolFault,
  unansweredFault,
} from '../../http/network-failure.ts';
import { type Destination, openSocket } from '../../http/open-socket.ts';
import { pairsOf } from '../../http/response.ts';
import type { Mark, TrafficBytes } from '../../http/send.ts';
import { alertFault } from '../../http/tls-failure.ts';
import { messageBytes } from '../timings.ts';

/** A WebSocket handshake as sent, the key included. Never logged, never stored. */
export interface Handshake {
  /** `ws:` or `wss:`. */
  address: string;
  to: Destination;
  headers: readonly (readonly [name: string, value: string])[];
  protocols: readonly string[];
}

/** Headers that the upgrade sets itself, or that have no effect on it. */
const dropped = new Set(['host', 'connection', 'accept', 'accept-encoding', 'proxy-authorization']);

/**
 * Returns the handshake of a prepared session, or why it is impossible. The key is sent in the header or in a
 * subprotocol and never in both: new-api replaces the header by the list of subprotocols as soon as there is one.
 */
export function planHandshake(
  { plan, outgoing: wire }: Prepared,
  { auth, dialect }: Pick<SessionDraft, 'auth' | 'dialect'>,
): Handshake | Failure {
  if (!plan || !wire) return failure('internal', 'The session was not prepared.');
  const credential = plan.credential?.in === 'header' ? plan.credential : null;
  const isKey = (name: string) => name === credential?.name;
  const secret = wire.headers.find(([name]) => isKey(name))?.[1].slice(credential?.prefix.length ?? 0) ?? null;
  const asProtocol = auth === 'subprotocol' && secret !== null;
  const headers = wire.headers.filter(([name]) => !dropped.has(name.toLowerCase()) && !(asProtocol && isKey(name)));
  if (headers.some(([name]) => name.toLowerCase().startsWith('sec-websocket-'))) return ownProtocol;
  const hasBeta = headers.some(([name]) => name.toLowerCase() === 'openai-beta');
  // Old models require it and new ones end the session because of it.
  if (dialect === 'beta' && !hasBeta) headers.push(['OpenAI-Beta', 'realtime=v1']);
  if (asProtocol && !/^[!#$%&'*+\-.^_`|~\w]+$/.test(secret)) return unfit;
  return {
    address: plan.url.replace(/^http/, 'ws'),
    to: { ...wire.to, tunnel: true },
    headers,
    // The server picks `realtime`; if it can pick nothing from the list, the handshake fails.
    protocols: asProtocol ? ['realtime', `openai-insecure-api-key.${secret}`] : [],
  };
}

const ownProtocol = failure(
  'bad-draft',
  'A custom header begins with Sec-WebSocket-, which gateways would read as the key.',
  { effect: 'not-sent', hint: 'Remove the header, and send the key in the subprotocol instead.' },
);
const unfit = failure('invalid-key', 'The key contains a character that is invalid in a subprotocol.', {
  effect: 'not-sent',
  hint: 'Send the key in the header instead.',
});

export interface HandshakeHead {
  status: number;
  statusText: string;
  httpVersion: string;
  headers: [name: string, value: string][];
}

/** The result of a handshake. An open socket is paused until a listener is attached. */
export type Opened =
  | { kind: 'open'; socket: WebSocket; head: HandshakeHead }
  | { kind: 'refused'; head: HandshakeHead; body: Buffer }
  | { kind: 'fault'; fault: NetworkFault };

export interface Opening {
  signal: AbortSignal;
  /** For everything up to the handshake response. */
  limitMs: number;
  mark(what: Mark): void;
  /** The connection is established, and the key is about to be sent. */
  onConnected(wireBytes: () => TrafficBytes): void;
  /** The request as sent, the key included. */
  onRequest(headers: readonly (readonly [string, string])[]): void;
}

const refusalBytes = 1024 * 1024;

/** Opens a WebSocket over the same transport as every request: proxies, extra CAs and deadlines. Never rejects. */
export async function openWebSocket(handshake: Handshake, opening: Opening): Promise<Opened> {
  const { to } = handshake;
  const endpoint = endpointName(to.host, to.port);
  const startedAt = performance.now();
  try {
    const { signal, limitMs, mark } = opening;
    const socket = await openSocket(to, { signal, limitMs, mark });
    const { bytesWritten, bytesRead } = socket;
    opening.onConnected(() => ({ sent: socket.bytesWritten - bytesWritten, received: socket.bytesRead - bytesRead }));
    const leftMs = Math.max(1, limitMs - (performance.now() - startedAt));
    return await upgrade(handshake, socket, { ...opening, limitMs: leftMs }, headersTimeout(endpoint, limitMs));
  } catch (thrown) {
    if (thrown instanceof NetworkError) return { kind: 'fault', fault: thrown.fault };
    if (opening.signal.aborted) return { kind: 'fault', fault: cancelled('not-sent') };
    const message = thrown instanceof Error ? thrown.message : 'unknown reason';
    return {
      kind: 'fault',
      fault: fault('bad-draft', `The handshake can't be sent: ${message}.`, 'Change it and try again.', 'not-sent'),
    };
  }
}

function upgrade(
  { address, to, headers, protocols }: Handshake,
  connection: net.Socket,
  { signal, limitMs, mark, onRequest }: Opening,
  late: NetworkFault,
): Promise<Opened> {
  const endpoint = endpointName(to.host, to.port);
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
      // One message per turn of the event loop: thousands of tiny ones may arrive in one packet.
      allowSynchronousEvents: false,
      finishRequest(request) {
        onRequest(sentHeaders(request));
        request.once('finish', () => mark('sent'));
        boundInterim(request, endpoint, (found) => stop(found));
        // A tunnel is handed over paused, so that nothing is lost before a listener is attached.
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
    socket.once('upgrade', (response) => {
      mark('headers');
      mark('firstByte');
      head = headOf(response);
    });
    socket.once('open', () => {
      // Frames may be in the same packet as the response.
      socket.pause();
      if (head) settle({ kind: 'open', socket, head });
    });
    socket.once('unexpected-response', (_, response) => {
      mark('headers');
      mark('firstByte');
      const refused = headOf(response);
      void readRefusal(response).then((body) => {
        settle({ kind: 'refused', head: refused, body });
        socket.terminate();
        connection.destroy();
      });
    });
    // Not removed: a late error must not crash the program.
    socket.on('error', (thrown) => {
      const found = reason ?? handshakeFault(thrown, endpoint, connection.bytesWritten);
      settle({ kind: 'fault', fault: found });
    });
  });
}

const sentHeaders = (request: http.ClientRequest): [string, string][] =>
  request.getRawHeaderNames().map((name): [string, string] => [name, String(request.getHeader(name))]);

/** Reads the body of a refusal, at most 1 MiB. */
async function readRefusal(response: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= refusalBytes) break;
    }
  } catch {
    // What arrived until then still explains the refusal.
  }
  return Buffer.concat(chunks).subarray(0, refusalBytes);
}

const headOf = (response: http.IncomingMessage): HandshakeHead => ({
  status: response.statusCode ?? 0,
  statusText: response.statusMessage ?? '',
  httpVersion: response.httpVersion,
  headers: pairsOf(response.rawHeaders),
});

function handshakeFault(thrown: Error, endpoint: string, sentBytes: number): NetworkFault {
  const code = 'code' in thrown ? String(thrown.code) : '';
  if (code.startsWith('HPE_')) return protocolFault(thrown, endpoint, 'maybe-processed');
  if (/no subprotocol/i.test(thrown.message))
    return fault(
      'protocol',
      `${endpoint} accepted the session but selected no subprotocol.`,
      'Send the key in the header instead.',
      'answered',
    );
  if (/^(?:Invalid|Server sent|Unexpected)/i.test(thrown.message))
    return fault(
      'protocol',
      `${endpoint} responded to the handshake without a valid WebSocket (${thrown.message}).`,
      'Check that the base URL leads to the gateway, and that proxies allow WebSockets.',
      'answered',
    );
  return alertFault(thrown, endpoint) ?? unansweredFault(thrown, { endpoint, sentBytes });
}
