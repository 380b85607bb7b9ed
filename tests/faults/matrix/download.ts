import { setTimeout as wait } from 'node:timers/promises';
import { expired } from '../../unit/electron/core/exchange/certificates.ts';
import { respond } from '../../unit/electron/core/exchange/wire-server.ts';
import { type Cell, type CellOutcome, failed, type PlayedCell, survived } from '../cell.ts';
import {
  bytes,
  type DownloadForm,
  document,
  half,
  halfBytes,
  piece,
  rangeFrom,
  refusal,
  text,
} from '../download-forms.ts';
import { askedOf, film, filmHeaders, head, sendAll, sendRest } from '../film-answers.ts';
import { downAfter, type Give } from '../task-gateway.ts';

export type DownloadCell = Cell & { forms?: readonly DownloadForm[] };

const column = 'download';
const played = (
  row: number,
  fault: string,
  outcome: CellOutcome,
  forms: readonly DownloadForm[],
  note?: string,
): PlayedCell & { forms: readonly DownloadForm[] } => ({
  ...{ part: 'network', row, column, fault, outcome, forms },
  ...(note !== undefined && { note }),
});
const absent = (row: number, why: string): Cell => ({ part: 'network', row, column, absent: why });

const paused = (code: Parameters<typeof failed>[0], known: Parameters<typeof failed>[2] = {}) =>
  failed(code, column, { state: 'paused', retry: 'pause', ...known });

const rest: Give = (request) => {
  const { from } = askedOf(request);
  return from === null ? sendAll(request) : sendRest(request, from);
};

/** The first `times` requests meet the fault, those after it do not. */
const onlyFirst =
  (fault: Give, times = 1): Give =>
  (request, count, gateway) =>
    count <= times ? fault(request, count, gateway) : rest(request, count, gateway);

const tries =
  'A film may be done before it can be had: the monitor asks twice, then in three more rounds after 3, 10 and 30 s. That is seven further tries of a harmless GET, and not four.';
const refusals =
  'Gateways refuse a film with any 4xx while it is not there yet ("Task is not completed yet"), so a refusal is asked for again in three more rounds before it counts.';

/** Rows 1 to 36 of the matrix for a film that is downloaded. */
export const cells: readonly DownloadCell[] = [
  played(
    1,
    'nothing listens any more',
    failed('refused', column, { retry: 'resume' }),
    [
      {
        name: 'the gateway ends in the middle',
        first: (request, count, gateway) => {
          void downAfter(request, gateway);
          half(request, count, gateway);
        },
        give: rest,
        asked: 8,
        unseen: 7,
      },
    ],
    tries,
  ),
  played(
    2,
    'the name is not found',
    paused('dns'),
    (['ENOTFOUND', 'EAI_AGAIN'] as const).map((answer) => ({
      name: answer,
      door: 'named',
      first: (request, count, gateway) => {
        gateway.name(answer);
        half(request, count, gateway);
      },
      give: rest,
      asked: 2,
      unseen: 1,
    })),
    'A name server that does not answer is what an offline computer looks like: the download rests, and goes on when the networks change or the computer wakes.',
  ),
  played(3, 'the certificate is no longer good', paused('tls'), [
    {
      name: 'expired',
      door: 'secure',
      first: (request, count, gateway) => {
        gateway.certify(expired);
        half(request, count, gateway);
      },
      give: rest,
      asked: 2,
      unseen: 1,
    },
  ]),
  played(
    4,
    'no headers',
    failed('headers-timeout', column),
    [{ name: 'silence', give: () => {}, asked: 4, rounds: 1, deadlines: { headersMs: 250 } }],
    tries,
  ),
  played(5, 'silence in the middle', survived(column), [
    {
      name: 'once',
      give: onlyFirst((request) => {
        request.socket.write(
          head(206, { ...filmHeaders, 'content-length': film.length - halfBytes, ...rangeFrom(halfBytes) }),
        );
        request.socket.write(film.subarray(halfBytes, 150_000));
      }),
      asked: 3,
      deadlines: { idleMs: 250 },
      froms: [null, halfBytes, 150_000],
    },
  ]),
  played(6, 'a drip of bytes', survived(column), [
    {
      name: 'longer than the limit for silence',
      async give({ socket }) {
        socket.write(head(206, { ...filmHeaders, 'content-length': film.length - halfBytes, ...rangeFrom(halfBytes) }));
        const step = 5000;
        for (let at = halfBytes; at < film.length; at += step) {
          socket.write(film.subarray(at, at + step));
          await wait(20);
        }
      },
      asked: 2,
      deadlines: { idleMs: 500 },
    },
  ]),
  played(
    7,
    'a reset before the answer',
    failed('reset', column, { retry: 'resume' }),
    [{ name: 'always', give: ({ socket }) => socket.destroy(), asked: 8 }],
    tries,
  ),
  played(8, 'a reset in the middle', survived(column, 'retried'), [
    {
      name: 'the file is the same',
      give: onlyFirst((request) => {
        request.socket.write(
          head(206, { ...filmHeaders, 'content-length': film.length - halfBytes, ...rangeFrom(halfBytes) }),
        );
        request.socket.write(film.subarray(halfBytes, 150_000), () => request.socket.resetAndDestroy());
      }),
      asked: 3,
    },
    {
      name: 'the file changed',
      give: (request) => {
        const { from } = askedOf(request);
        const other = { ...filmHeaders, etag: '"two"' };
        if (from === null) sendAll(request, other);
        else piece(request, { etag: '"two"', ...rangeFrom(from) }, from);
      },
      asked: 3,
    },
  ]),
  played(9, 'the connection ends in good order', survived(column), [
    { name: 'short of its length', give: onlyFirst((request) => endAfter(request, 150_000)), asked: 3 },
    {
      name: 'the last chunk says that it is whole',
      first: ({ socket }) => {
        socket.write(head(200, { 'content-type': 'video/mp4', 'transfer-encoding': 'chunked' }));
        socket.write(`${film.length.toString(16)}\r\n`);
        socket.write(film);
        socket.write('\r\n0\r\n\r\n');
      },
      give: rest,
      asked: 1,
    },
    {
      name: 'nothing tells its length',
      first: ({ socket }) => {
        socket.write(head(200, { 'content-type': 'video/mp4', connection: 'close' }));
        socket.end(film);
      },
      give: rest,
      asked: 1,
      warning: 'length-unchecked',
    },
  ]),
  played(10, 'a document in place of the film', failed('in-band', column), [
    { name: 'an error', give: document({ error: { message: 'no such film', type: 'odd' } }), asked: 3 },
    { name: 'something else', give: document({ hello: 'there' }), asked: 3, code: 'wrong-type' },
  ]),
  absent(11, 'A film is no JSON: what is JSON in its place is row 10.'),
  absent(12, 'A film has no lines or events; its length is bounded in row 14.'),
  played(13, 'bytes that are no UTF-8', survived(column), [{ name: 'untouched', first: rest, give: rest, asked: 1 }]),
  played(
    14,
    'more than is stored',
    failed('too-large', column),
    [
      {
        name: '9 GiB announced',
        first: ({ socket }) =>
          socket.write(
            head(200, { ...filmHeaders, 'content-length': 9 * 1024 ** 3 }) + film.toString('latin1', 0, 100),
          ),
        give: ({ socket }) =>
          socket.write(
            head(200, { ...filmHeaders, 'content-length': 9 * 1024 ** 3 }) + film.toString('latin1', 0, 100),
          ),
        asked: 2,
        keptBytes: 0,
      },
    ],
    'The limit of 8 GiB can not be changed, so resting would wait for nothing: it has failed. A full disk, which can change, lets it rest.',
  ),
  played(15, 'a compression that can not be undone', failed('encoding', column), [
    { name: 'no gzip', give: text('not gzip', { 'content-encoding': 'gzip', 'content-type': 'video/mp4' }), asked: 5 },
    { name: 'unknown', give: text('x', { 'content-encoding': 'zip', 'content-type': 'video/mp4' }), asked: 5 },
  ]),
  played(16, 'a page', failed('not-json', column), [
    {
      name: 'of a login',
      give: text('<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' }),
      asked: 3,
    },
  ]),
  played(17, 'redirects', failed('redirect', column), [
    {
      name: 'to a private network',
      give: text('', { location: 'https://10.0.0.1/film.mp4' }, 302),
      asked: 3,
    },
    { name: 'to a place without TLS', give: text('', { location: 'http://203.0.113.7/film.mp4' }, 307), asked: 3 },
  ]),
  played(18, '401', paused('auth', { retry: 'pause' }), [{ name: 'the key is refused', give: refusal(401), asked: 2 }]),
  played(19, '403', failed('forbidden', column), [
    { name: 'not allowed', give: refusal(403, { type: 'permission_error' }), asked: 2 },
  ]),
  played(20, '404 after it worked', failed('not-found', column), [
    { name: 'the film is gone', give: refusal(404), asked: 5, result: 'expired' },
  ]),
  played(
    21,
    '408',
    failed('upstream', column, { retry: 'get-four' }),
    [
      { name: 'for ever', give: refusal(408), asked: 8 },
      { name: 'once', give: onlyFirst(refusal(408)), asked: 3, result: 'saved' },
    ],
    tries,
  ),
  played(22, '409', failed('rejected', column), [{ name: 'for ever', give: refusal(409), asked: 5 }], refusals),
  absent(23, 'Nothing is sent that could be too large.'),
  absent(24, 'Nothing is sent that has a type.'),
  played(
    25,
    '400 and 422',
    failed('rejected', column),
    [
      { name: '400', give: refusal(400), asked: 5 },
      { name: '422', give: refusal(422), asked: 5 },
    ],
    refusals,
  ),
  played(26, '429 that names a time', failed('rate-limited', column), [
    {
      name: 'soon',
      give: onlyFirst(refusal(429, {}, { 'retry-after-ms': '40' })),
      asked: 3,
      result: 'saved',
    },
    { name: 'in an hour', give: refusal(429, {}, { 'retry-after': '3600' }), asked: 2, result: 'paused' },
  ]),
  played(
    27,
    '429 without a time',
    failed('rate-limited', column),
    [{ name: 'for ever', give: refusal(429), asked: 8 }],
    tries,
  ),
  played(
    28,
    '500, 502 and 504',
    failed('server', column),
    [
      { name: '500', give: refusal(500), asked: 8 },
      { name: '502', give: refusal(502), asked: 8, code: 'upstream' },
      { name: '504', give: refusal(504), asked: 8, code: 'upstream' },
      { name: '500 once', give: onlyFirst(refusal(500)), asked: 3, result: 'saved' },
    ],
    tries,
  ),
  played(29, '503', failed('overloaded', column), [{ name: 'for ever', give: refusal(503), asked: 8 }], tries),
  played(
    30,
    'a wrong length',
    failed('truncated', column),
    [
      {
        name: 'shorter than what comes',
        first: ({ socket }) =>
          socket.end(Buffer.concat([Buffer.from(head(200, { ...filmHeaders, 'content-length': 50_000 })), film])),
        give: ({ socket }) =>
          socket.end(Buffer.concat([Buffer.from(head(200, { ...filmHeaders, 'content-length': 50_000 })), film])),
        asked: 4,
        keptBytes: 0,
      },
    ],
    'A length that is too long is row 9. Surplus bytes are not stored as a film with a warning: nothing tells which of them are the film.',
  ),
  played(
    31,
    'a piece that does not fit',
    survived(column, 'retried'),
    [
      {
        name: 'overlapping',
        give: (request) => {
          const { from } = askedOf(request);
          if (from === null) sendAll(request);
          else piece(request, rangeFrom(from - 10), from - 10);
        },
        asked: 3,
      },
      {
        name: 'of another place than it says',
        give: (request) => {
          const { from } = askedOf(request);
          if (from === null) sendAll(request);
          else piece(request, { 'content-range': `bytes ${film.length}-${from}/${film.length}` }, from);
        },
        asked: 3,
      },
    ],
    'No hash is shown: what is put together has the length and the tag of the file, or begins anew.',
  ),
  played(
    32,
    'no valid HTTP',
    failed('protocol', column, { sent: 'maybe-processed', retry: 'change-first' }),
    [
      {
        name: 'length and chunks',
        give: bytes('HTTP/1.1 200 OK\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
        asked: 5,
      },
      { name: 'a header of bad bytes', give: bytes('HTTP/1.1 200 OK\r\nx y: 1\r\n\r\n'), asked: 5 },
      { name: 'headers over 16 KiB', give: bytes(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`), asked: 5 },
      { name: 'another protocol', give: bytes('SSH-2.0-OpenSSH\r\n\r\n'), asked: 5 },
    ],
    refusals,
  ),
  played(
    33,
    'nothing',
    failed('empty', column),
    [
      { name: '204', give: bytes('HTTP/1.1 204 No Content\r\n\r\n'), asked: 5 },
      { name: 'an empty 200', give: text('', { 'content-type': 'video/mp4' }), asked: 5 },
    ],
    refusals,
  ),
  played(34, 'the proxy refuses', paused('proxy'), [
    { name: '407', door: 'proxied', give: bytes(respond(407, {}, 'no')), asked: 2 },
  ]),
  played(35, 'a connection that the gateway closed', survived(column), [
    {
      name: 'every request has a connection of its own',
      first: (request) => {
        sendAll(request);
        request.socket.end();
      },
      give: rest,
      asked: 1,
    },
  ]),
  played(
    36,
    'the person stops it',
    paused('aborted', { sent: 'answered' }),
    (['task', 'exchange'] as const).map((stops) => ({
      name: `by its ${stops}`,
      first: ({ socket }) => {
        socket.write(head(200, { ...filmHeaders, 'content-length': film.length }));
        let at = 0;
        const drip = setInterval(() => socket.write(film.subarray(at, (at += 1000))), 20);
        socket.on('close', () => clearInterval(drip));
      },
      give: rest,
      asked: 1,
      keptBytes: 'some',
      stops,
    })),
  ),
];

function endAfter({ socket }: Parameters<Give>[0], to: number): void {
  socket.write(head(206, { ...filmHeaders, 'content-length': film.length - halfBytes, ...rangeFrom(halfBytes) }));
  socket.write(film.subarray(halfBytes, to), () => socket.end());
}
