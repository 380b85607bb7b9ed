import { setTimeout as wait } from 'node:timers/promises';
import { expired } from '../../support/exchange/certificates.ts';
import { askedOf, head, sendAll, video, videoHeaders } from '../../support/gateways/video-responses.ts';
import { failed, survived } from '../cell.ts';
import { absent, type DownloadCell, onlyFirst, paused, played, rest, tries } from '../download-cell.ts';
import { document, half, halfBytes, piece, rangeFrom, text } from '../download-forms.ts';
import { downAfter, type Give } from '../task-gateway.ts';
import { cells as refusalCells } from './download-refusals.ts';

const column = 'download';

/** Rows 1 to 36 of the matrix for a video download. */
export const cells: readonly DownloadCell[] = [
  played(
    1,
    'the port is closed',
    failed('refused', column, { retry: 'resume' }),
    [
      {
        name: 'the gateway stops during the download',
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
    'the host name is not found',
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
    'An offline computer looks like a name server that does not respond: the download pauses, and resumes when the network changes or the computer wakes up.',
  ),
  played(3, 'the certificate is no longer valid', paused('tls'), [
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
    'no response headers',
    failed('headers-timeout', column),
    [{ name: 'silence', give: () => {}, asked: 4, rounds: 1, deadlines: { headersMs: 250 } }],
    tries,
  ),
  played(5, 'silence during the response', survived(column), [
    {
      name: 'once',
      give: onlyFirst((request) => {
        request.socket.write(
          head(206, { ...videoHeaders, 'content-length': video.length - halfBytes, ...rangeFrom(halfBytes) }),
        );
        request.socket.write(video.subarray(halfBytes, 150_000));
      }),
      asked: 3,
      deadlines: { idleMs: 250 },
      froms: [null, halfBytes, 150_000],
    },
  ]),
  played(6, 'one byte at a time', survived(column), [
    {
      name: 'longer than the idle timeout',
      async give({ socket }) {
        socket.write(
          head(206, { ...videoHeaders, 'content-length': video.length - halfBytes, ...rangeFrom(halfBytes) }),
        );
        const step = 5000;
        for (let at = halfBytes; at < video.length; at += step) {
          socket.write(video.subarray(at, at + step));
          await wait(20);
        }
      },
      asked: 2,
      deadlines: { idleMs: 500 },
    },
  ]),
  played(
    7,
    'a reset before the response',
    failed('reset', column, { retry: 'resume' }),
    [{ name: 'always', give: ({ socket }) => socket.destroy(), asked: 8 }],
    tries,
  ),
  played(8, 'a reset during the response', survived(column, 'retried'), [
    {
      name: 'the file is the same',
      give: onlyFirst((request) => {
        request.socket.write(
          head(206, { ...videoHeaders, 'content-length': video.length - halfBytes, ...rangeFrom(halfBytes) }),
        );
        request.socket.write(video.subarray(halfBytes, 150_000), () => request.socket.resetAndDestroy());
      }),
      asked: 3,
    },
    {
      name: 'the file changed',
      give: (request) => {
        const { from } = askedOf(request);
        const other = { ...videoHeaders, etag: '"two"' };
        if (from === null) sendAll(request, other);
        else piece(request, { etag: '"two"', ...rangeFrom(from) }, from);
      },
      asked: 3,
    },
  ]),
  played(9, 'the connection ends normally', survived(column), [
    { name: 'before the announced length', give: onlyFirst((request) => endAfter(request, 150_000)), asked: 3 },
    {
      name: 'after the last chunk',
      first: ({ socket }) => {
        socket.write(head(200, { 'content-type': 'video/mp4', 'transfer-encoding': 'chunked' }));
        socket.write(`${video.length.toString(16)}\r\n`);
        socket.write(video);
        socket.write('\r\n0\r\n\r\n');
      },
      give: rest,
      asked: 1,
    },
    {
      name: 'without a length',
      first: ({ socket }) => {
        socket.write(head(200, { 'content-type': 'video/mp4', connection: 'close' }));
        socket.end(video);
      },
      give: rest,
      asked: 1,
      warning: 'length-unchecked',
    },
  ]),
  played(10, 'a document instead of the video', failed('in-band', column), [
    { name: 'an error', give: document({ error: { message: 'no such video', type: 'odd' } }), asked: 3 },
    { name: 'another document', give: document({ hello: 'there' }), asked: 3, code: 'wrong-type' },
  ]),
  absent(11, 'A video is not JSON; JSON instead of a video is row 10.'),
  absent(12, 'A video has no lines or events; its length is bounded in row 14.'),
  played(13, 'bytes that are not UTF-8', survived(column), [
    { name: 'stored unchanged', first: rest, give: rest, asked: 1 },
  ]),
  played(
    14,
    'more than the storage limit',
    failed('too-large', column),
    [
      {
        name: '9 GiB announced',
        first: ({ socket }) =>
          socket.write(
            head(200, { ...videoHeaders, 'content-length': 9 * 1024 ** 3 }) + video.toString('latin1', 0, 100),
          ),
        give: ({ socket }) =>
          socket.write(
            head(200, { ...videoHeaders, 'content-length': 9 * 1024 ** 3 }) + video.toString('latin1', 0, 100),
          ),
        asked: 2,
        keptBytes: 0,
      },
    ],
    'The limit of 8 GiB cannot be changed, so the download fails. A full disk can change, so it only pauses.',
  ),
  played(15, 'an encoding that cannot be decoded', failed('encoding', column), [
    { name: 'not gzip', give: text('not gzip', { 'content-encoding': 'gzip', 'content-type': 'video/mp4' }), asked: 5 },
    { name: 'unknown', give: text('x', { 'content-encoding': 'zip', 'content-type': 'video/mp4' }), asked: 5 },
  ]),
  played(16, 'HTML', failed('not-json', column), [
    {
      name: 'a login page',
      give: text('<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' }),
      asked: 3,
    },
  ]),
  played(17, 'redirects', failed('redirect', column), [
    {
      name: 'to a private network',
      give: text('', { location: 'https://10.0.0.1/video.mp4' }, 302),
      asked: 3,
    },
    { name: 'to plain HTTP', give: text('', { location: 'http://203.0.113.7/video.mp4' }, 307), asked: 3 },
  ]),
  ...refusalCells,
];

function endAfter({ socket }: Parameters<Give>[0], to: number): void {
  socket.write(head(206, { ...videoHeaders, 'content-length': video.length - halfBytes, ...rangeFrom(halfBytes) }));
  socket.write(video.subarray(halfBytes, to), () => socket.end());
}
