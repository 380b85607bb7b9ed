import { expired } from '../../support/exchange/certificates.ts';
import { respond } from '../../support/exchange/wire-server.ts';
import { accepted, type SessionPlay } from '../../support/gateways/session-gateway.ts';
import { type Cell, type CellOutcome, failed, type PlayedCell } from '../cell.ts';
import type { HandshakeForm } from '../session-forms.ts';

export type HandshakeCell = Cell & { forms?: readonly HandshakeForm[] };

type Answer = NonNullable<SessionPlay['handshake']>;

const column = 'session';
const played = (
  row: number,
  fault: string,
  outcome: CellOutcome,
  forms: readonly HandshakeForm[],
  note?: string,
): PlayedCell & { forms: readonly HandshakeForm[] } => ({
  ...{ part: 'network', row, column, fault, outcome, forms },
  ...(note !== undefined && { note }),
});
const absent = (row: number, why: string): Cell => ({ part: 'network', row, column, absent: why });

type Known = Parameters<typeof failed>[2];
/** Reconnected automatically, as often as allowed, before it has failed. */
const again = (code: Parameters<typeof failed>[0], known: Known = {}) =>
  failed(code, column, { retry: 'reconnect', state: 'failed', kept: 'request', ...known });
const once = (code: Parameters<typeof failed>[0], known: Known = {}) =>
  failed(code, column, { state: 'failed', kept: 'request', retry: 'change-first', ...known });

const bytes =
  (answer: string | Uint8Array): Answer =>
  ({ socket }) =>
    socket.end(answer);
const refusal = (status: number, error: Record<string, unknown> = {}, headers: Record<string, string> = {}): Answer =>
  bytes(
    respond(
      status,
      { 'content-type': 'application/json', ...headers },
      JSON.stringify({ error: { message: 'the reason', ...error } }),
    ),
  );
const onlyFirst =
  (fault: Answer): Answer =>
  (request, count, gateway) =>
    count === 1 ? fault(request, count, gateway) : accepted;
const never: Answer = () => {};

/** One attempt plus the automatic ones of a session. */
const all = 4;
const frames = 'No frame arrives before the handshake is accepted. See "How sessions end".';

/** Rows 1 to 36 of the matrix for the handshake of a session. */
export const cells: readonly HandshakeCell[] = [
  played(1, 'the port is closed', again('refused'), [
    { name: 'on its port', handshake: never, strike: (gateway) => gateway.down(), handshakes: 0, attempts: all },
  ]),
  played(2, 'the host name is not found', once('dns'), [
    {
      name: 'ENOTFOUND',
      door: 'named',
      handshake: never,
      strike: (gateway) => gateway.name('ENOTFOUND'),
      handshakes: 0,
      attempts: 1,
    },
    {
      name: 'EAI_AGAIN',
      door: 'named',
      handshake: never,
      strike: (gateway) => gateway.name('EAI_AGAIN'),
      handshakes: 0,
      attempts: all,
    },
  ]),
  played(3, 'the certificate is invalid', once('tls'), [
    {
      name: 'expired',
      door: 'secure',
      handshake: never,
      strike: (gateway) => gateway.certify(expired),
      handshakes: 0,
      attempts: 1,
    },
  ]),
  played(4, 'no response to the handshake', again('headers-timeout'), [
    { name: 'silence', handshake: never, handshakes: all, timings: { connectMs: 150, reconnectMs: [5, 5, 5] } },
  ]),
  absent(5, 'A handshake has no body.'),
  absent(6, 'A handshake has no body; its headers have one timeout, see row 4.'),
  played(7, 'a reset before the response', again('reset'), [
    { name: 'always', handshake: ({ socket }) => socket.destroy(), handshakes: all },
    { name: 'once', handshake: onlyFirst(({ socket }) => socket.destroy()), handshakes: 2, heals: true },
  ]),
  absent(8, frames),
  absent(9, frames),
  absent(10, frames),
  absent(11, frames),
  absent(12, frames),
  absent(13, frames),
  absent(14, 'Messages are not compressed: no session negotiates it.'),
  absent(15, 'Messages are not compressed: no session negotiates it.'),
  played(16, '200 instead of 101', once('route-absent', { sent: 'answered' }), [
    {
      name: 'HTML',
      handshake: bytes(respond(200, { 'content-type': 'text/html' }, '<!doctype html><title>Sign in</title>')),
      handshakes: 1,
      kept: 'Sign in',
    },
    {
      name: 'a document',
      handshake: bytes(respond(200, { 'content-type': 'application/json' }, '{"hello":"there"}')),
      handshakes: 1,
      code: 'protocol',
      kept: 'hello',
    },
  ]),
  played(17, 'redirects', once('redirect'), [
    {
      name: 'to another host',
      handshake: bytes(respond(302, { location: 'https://elsewhere.example/v1/realtime' }, '')),
      handshakes: 1,
    },
    { name: 'within the gateway', handshake: bytes(respond(307, { location: '/v2/realtime' }, '')), handshakes: 1 },
  ]),
  played(18, '401', once('auth'), [
    { name: 'the key is refused', handshake: refusal(401), handshakes: 1, kept: 'the reason' },
  ]),
  played(19, '403', once('forbidden'), [
    { name: 'not allowed', handshake: refusal(403, { type: 'permission_error' }), handshakes: 1, kept: 'the reason' },
  ]),
  played(20, '404', once('route-absent'), [
    { name: 'no such route', handshake: refusal(404, { message: 'Not found' }), handshakes: 1, kept: 'Not found' },
  ]),
  played(21, '408', again('upstream', { sent: 'answered' }), [
    { name: 'always', handshake: refusal(408), handshakes: all },
  ]),
  played(22, '409', once('rejected'), [{ name: 'once', handshake: refusal(409), handshakes: 1 }]),
  absent(23, 'Nothing is sent that could be too large.'),
  absent(24, 'Nothing with a media type is sent.'),
  played(25, '400 and 422', once('rejected'), [
    { name: '400', handshake: refusal(400), handshakes: 1, kept: 'the reason' },
    { name: '422', handshake: refusal(422), handshakes: 1, kept: 'the reason' },
  ]),
  played(26, '429 with Retry-After', again('rate-limited', { sent: 'answered' }), [
    {
      name: 'soon',
      handshake: onlyFirst(refusal(429, {}, { 'retry-after-ms': '80' })),
      handshakes: 2,
      waitsMs: 80,
      heals: true,
    },
    { name: 'in an hour', handshake: refusal(429, {}, { 'retry-after': '3600' }), handshakes: 1 },
  ]),
  played(27, '429 without Retry-After', again('rate-limited', { sent: 'answered' }), [
    { name: 'once', handshake: onlyFirst(refusal(429)), handshakes: 2, waitsMs: 60, heals: true },
    { name: 'always', handshake: refusal(429), handshakes: all, waitsMs: 60 },
  ]),
  // No session was ever live, and each attempt may reach the vendor: the first rejection is final.
  played(
    28,
    '500, 502 and 504',
    failed('server', column, { state: 'failed', kept: 'request', sent: 'answered', retry: 'manual' }),
    [
      { name: '500', handshake: refusal(500), handshakes: 1 },
      { name: '502', handshake: refusal(502), handshakes: 1, code: 'upstream' },
      { name: '504', handshake: refusal(504), handshakes: 1, code: 'upstream' },
    ],
  ),
  played(29, '503', again('overloaded', { sent: 'answered' }), [
    { name: 'without a time', handshake: refusal(503), handshakes: all, waitsMs: 60 },
    {
      name: 'with a time',
      handshake: onlyFirst(refusal(503, {}, { 'retry-after-ms': '80' })),
      handshakes: 2,
      waitsMs: 80,
      heals: true,
    },
  ]),
  absent(30, 'A handshake has no body.'),
  absent(31, frames),
  played(32, 'invalid HTTP', once('protocol'), [
    { name: 'another protocol', handshake: bytes('SSH-2.0-OpenSSH\r\n\r\n'), handshakes: 1 },
    {
      name: 'headers over 16 KiB',
      handshake: bytes(`HTTP/1.1 101 X\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`),
      handshakes: 1,
    },
    {
      name: 'a handshake for another request',
      handshake: bytes(
        'HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: AAAA\r\n\r\n',
      ),
      handshakes: 1,
      sent: 'answered',
    },
  ]),
  absent(33, 'A response without a body counts as a rejection.'),
  played(34, 'the proxy refuses', once('proxy'), [
    { name: '407', door: 'proxied', handshake: bytes(respond(407, {}, 'no')), handshakes: 1 },
  ]),
  absent(35, 'A session never reuses a connection.'),
  played(36, 'the user ends the session', failed('aborted', column, { state: 'cancelled' }), [
    { name: 'before the response', handshake: never, handshakes: 1, ends: true },
  ]),
];
