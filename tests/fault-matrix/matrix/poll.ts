import { expired } from '../../support/exchange/certificates.ts';
import { json, respond } from '../../support/exchange/wire-server.ts';
import { type Cell, type CellOutcome, failed, type PlayedCell, survived } from '../cell.ts';
import { bytes, document, refusal, text } from '../download-forms.ts';
import type { PollForm } from '../poll-forms.ts';
import { type Give, taskRecord, tell } from '../task-gateway.ts';

export type PollCell = Cell & { forms?: readonly PollForm[] };

const column = 'poll';
const played = (
  row: number,
  fault: string,
  outcome: CellOutcome,
  forms: readonly PollForm[],
  note?: string,
): PlayedCell & { forms: readonly PollForm[] } => ({
  ...{ part: 'network', row, column, fault, outcome, forms },
  ...(note !== undefined && { note }),
});
const absent = (row: number, why: string): Cell => ({ part: 'network', row, column, absent: why });

type Known = Parameters<typeof failed>[2];
const stale = (code: Parameters<typeof failed>[0], known: Known = {}) =>
  failed(code, column, { state: 'stale', retry: 'poll', ...known });
const paused = (code: Parameters<typeof failed>[0], known: Known = {}) =>
  failed(code, column, { state: 'paused', retry: 'pause', ...known });

const record = JSON.stringify(taskRecord('in_progress'));
const whole = (body: string, headers: Record<string, string> = {}): Give =>
  text(body, { 'content-type': 'application/json', ...headers });
const page = text('<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' });
const reset: Give = ({ socket }) => socket.destroy();
const resetInside: Give = ({ socket }) =>
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"id"', () =>
    socket.resetAndDestroy(),
  );

/** An established connection continues whatever happens to names and certificates. */
const lastOfItsConnection: Give = (request, count, gateway) => {
  tell('in_progress')(request, count, gateway);
  request.socket.end();
};

/** Rows 1 to 36 of the matrix for polling a task that continues at the gateway. */
export const cells: readonly PollCell[] = [
  played(1, 'the port is closed', stale('refused'), [
    { name: 'the gateway stopped', strike: (gateway) => gateway.down(), look: reset, looks: 0 },
  ]),
  played(2, 'the host name is not found', stale('dns'), [
    {
      name: 'ENOTFOUND',
      door: 'named',
      before: lastOfItsConnection,
      strike: (gateway) => gateway.name('ENOTFOUND'),
      look: reset,
      looks: 0,
    },
    {
      name: 'EAI_AGAIN',
      door: 'named',
      before: lastOfItsConnection,
      strike: (gateway) => gateway.name('EAI_AGAIN'),
      look: reset,
      looks: 0,
    },
    {
      name: 'for ten minutes',
      door: 'named',
      before: lastOfItsConnection,
      strike: (gateway) => gateway.name('ENOTFOUND'),
      look: reset,
      looks: 0,
      timings: { hopelessNameMs: 30 },
      state: 'paused',
      why: 'network',
    },
  ]),
  played(3, 'the certificate is no longer valid', paused('tls'), [
    {
      name: 'three times',
      door: 'secure',
      strike: (gateway) => gateway.certify(expired),
      before: lastOfItsConnection,
      look: reset,
      looks: 0,
      missed: 3,
      why: 'network',
    },
  ]),
  played(4, 'no response headers', stale('headers-timeout'), [
    { name: 'silence', look: () => {}, looks: 1, deadlines: { headersMs: 200 } },
  ]),
  played(5, 'silence during the response', stale('idle-timeout'), [
    {
      name: 'half a document',
      look: bytes('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"id"'),
      looks: 1,
      deadlines: { idleMs: 200 },
    },
  ]),
  played(6, 'one byte at a time', stale('total-timeout', { sent: 'answered' }), [
    {
      name: 'longer than the timeout of a poll',
      look: ({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"id"');
        const drip = setInterval(() => socket.write(' '), 20);
        socket.on('close', () => clearInterval(drip));
      },
      looks: 1,
      deadlines: { totalMs: 300 },
    },
  ]),
  played(7, 'a reset before the response', stale('reset'), [{ name: 'once', look: reset, looks: 1 }]),
  played(8, 'a reset during the response', stale('reset', { sent: 'answered' }), [
    { name: 'once', look: resetInside, looks: 1 },
  ]),
  played(9, 'a document that ends early', stale('truncated'), [
    { name: 'without a length', look: whole('{"id":"task_1","sta'), looks: 1 },
  ]),
  played(10, 'the task failed', failed('upstream', column, { retry: 'none' }), [
    {
      name: 'reported in the task',
      look: tell('failed', { error: { code: 'x', message: 'out of frames' } }),
      looks: 1,
    },
  ]),
  played(11, 'a document that is not JSON', paused('bad-json'), [
    { name: 'five times', look: whole('{"id":}'), looks: 5, why: 'answer' },
  ]),
  played(
    12,
    'a very large document',
    survived(column),
    [{ name: '1.2 MiB', look: whole(`${record.slice(0, -1)},"note":"${'x'.repeat(1_200_000)}"}`), looks: 1 }],
    'Some gateways return the video in the task itself, as base64. A task has the same size limit as every document.',
  ),
  played(13, 'bytes that are not UTF-8', survived(column), [
    {
      name: 'in a string of the task',
      look: bytes(
        respond(
          200,
          { 'content-type': 'application/json' },
          Buffer.concat([
            Buffer.from(record.slice(0, -1)),
            Buffer.from(',"note":"'),
            Buffer.from([0xc3, 0x28]),
            Buffer.from('"}'),
          ]),
        ),
      ),
      looks: 1,
    },
  ]),
  absent(14, 'A poll is decompressed and limited by the same code as every document.'),
  played(15, 'an encoding that cannot be decoded', stale('encoding'), [
    { name: 'not gzip', look: whole('not gzip', { 'content-encoding': 'gzip' }), looks: 1 },
    { name: 'unknown', look: whole('x', { 'content-encoding': 'zip' }), looks: 1 },
  ]),
  played(16, 'HTML', paused('not-json'), [{ name: 'three times', look: page, looks: 3, why: 'answer' }]),
  played(17, 'redirects', paused('redirect'), [
    {
      name: 'to another host',
      look: text('', { location: 'https://elsewhere.example/' }, 302),
      looks: 1,
      why: 'connection',
    },
    {
      name: 'within the gateway',
      look: ({ socket, target }, count) =>
        count > 5
          ? socket.write(json(taskRecord('in_progress')))
          : socket.write(respond(302, { location: `${target.replace(/\?.*/, '')}?hop=${count}` }, '')),
      looks: 6,
      state: 'done',
    },
  ]),
  played(18, '401', paused('auth'), [{ name: 'the key is refused', look: refusal(401), looks: 1, why: 'key' }]),
  played(19, '403', paused('forbidden'), [
    { name: 'not allowed', look: refusal(403, { type: 'permission_error' }), looks: 1, why: 'key' },
  ]),
  played(20, '404', failed('not-found', column, { retry: 'none' }), [
    { name: 'three times', look: refusal(404), looks: 3, task: 'lost' },
    { name: 'twice', look: refusal(404), looks: 2, state: 'stale' },
  ]),
  played(21, '408', stale('upstream'), [{ name: 'once', look: refusal(408), looks: 1 }]),
  played(22, '409', stale('rejected'), [{ name: 'once', look: refusal(409), looks: 1 }]),
  absent(23, 'Nothing is sent that could be too large.'),
  played(24, '415', paused('unsupported-media'), [{ name: 'once', look: refusal(415), looks: 1, why: 'answer' }]),
  played(25, '400 and 422', paused('rejected'), [
    { name: '400', look: refusal(400, { type: 'invalid_request_error' }), looks: 1, why: 'answer' },
    { name: '422', look: refusal(422), looks: 1, why: 'answer' },
  ]),
  played(26, '429 with Retry-After', stale('rate-limited'), [
    { name: 'within half an hour', look: refusal(429, {}, { 'retry-after': '120' }), looks: 1, nextInMs: 120_000 },
  ]),
  played(27, '429 without Retry-After', stale('rate-limited'), [{ name: 'twice', look: refusal(429), looks: 2 }]),
  played(28, '500, 502 and 504', stale('server'), [
    { name: '500', look: refusal(500), looks: 1 },
    { name: '502', look: refusal(502), looks: 1, code: 'upstream', sent: 'maybe-processed' },
    { name: '504', look: refusal(504), looks: 1, code: 'upstream', sent: 'maybe-processed' },
    {
      name: 'for twenty minutes',
      look: refusal(502),
      looks: 'some',
      code: 'upstream',
      sent: 'maybe-processed',
      timings: { hopelessServerMs: 40 },
      state: 'paused',
      why: 'answer',
    },
  ]),
  played(29, '503', stale('overloaded'), [
    { name: 'without a time', look: refusal(503), looks: 1 },
    { name: 'with a time', look: refusal(503, {}, { 'retry-after': '90' }), looks: 1, nextInMs: 90_000 },
  ]),
  played(30, 'a wrong Content-Length', stale('truncated'), [
    { name: 'longer than the body', look: cut(record.length + 20), looks: 1 },
    { name: 'shorter, inside the document', look: cut(record.length - 20), looks: 1 },
  ]),
  played(31, 'the same response twice', survived(column), [
    { name: 'the task is unchanged', look: document(taskRecord('in_progress')), looks: 2 },
  ]),
  played(32, 'invalid HTTP', paused('protocol'), [
    {
      name: 'length and chunks',
      look: bytes('HTTP/1.1 200 OK\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
      looks: 1,
      why: 'answer',
    },
    {
      name: 'headers over 16 KiB',
      look: bytes(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`),
      looks: 1,
      why: 'answer',
    },
    { name: 'another protocol', look: bytes('SSH-2.0-OpenSSH\r\n\r\n'), looks: 1, why: 'answer' },
  ]),
  played(33, 'an empty response', stale('empty'), [
    { name: '204', look: bytes('HTTP/1.1 204 No Content\r\n\r\n'), looks: 1 },
    { name: 'an empty 200', look: whole(''), looks: 1 },
  ]),
  played(34, 'the proxy refuses', stale('proxy'), [
    { name: '407', door: 'proxied', look: bytes(respond(407, {}, 'no')), looks: 1 },
  ]),
  played(35, 'a connection closed by the gateway during a poll', stale('reset'), [
    {
      name: 'at once',
      look: (request, count, gateway) =>
        request.earlier > 0 ? request.socket.destroy() : reset(request, count, gateway),
      looks: 1,
    },
  ]),
  played(36, 'the user stops watching', { ...survived(column), state: 'live', retry: 'manual' }, [
    { name: 'the task continues at the gateway', look: tell('in_progress'), looks: 'some', stops: true },
  ]),
];

function cut(announced: number): Give {
  return ({ socket }) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${announced}\r\n\r\n${record}`);
    socket.end();
  };
}
