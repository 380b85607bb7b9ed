import { respond } from '../../support/exchange/wire-server.ts';
import { askedOf, head, sendAll, video, videoHeaders } from '../../support/gateways/video-responses.ts';
import { failed, survived } from '../cell.ts';
import { absent, type DownloadCell, onlyFirst, paused, played, refusals, rest, tries } from '../download-cell.ts';
import { bytes, piece, rangeFrom, refusal, text } from '../download-forms.ts';

const column = 'download';

/** Rows 18 to 36 of the matrix for a video download. */
export const cells: readonly DownloadCell[] = [
  played(18, '401', paused('auth', { retry: 'pause' }), [{ name: 'the key is refused', give: refusal(401), asked: 2 }]),
  played(19, '403', failed('forbidden', column), [
    { name: 'not allowed', give: refusal(403, { type: 'permission_error' }), asked: 2 },
  ]),
  played(20, '404 after an earlier success', failed('not-found', column), [
    { name: 'the video has expired', give: refusal(404), asked: 5, result: 'expired' },
  ]),
  played(
    21,
    '408',
    failed('upstream', column, { retry: 'get-four' }),
    [
      { name: 'always', give: refusal(408), asked: 8 },
      { name: 'once', give: onlyFirst(refusal(408)), asked: 3, result: 'saved' },
    ],
    tries,
  ),
  played(22, '409', failed('rejected', column), [{ name: 'always', give: refusal(409), asked: 5 }], refusals),
  absent(23, 'Nothing is sent that could be too large.'),
  absent(24, 'Nothing with a media type is sent.'),
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
  played(26, '429 with Retry-After', paused('rate-limited', { retry: 'wait-first' }), [
    {
      name: 'soon',
      give: onlyFirst(refusal(429, {}, { 'retry-after-ms': '40' })),
      asked: 3,
      result: 'saved',
    },
    { name: 'in an hour', give: refusal(429, {}, { 'retry-after': '3600' }), asked: 2 },
  ]),
  played(
    27,
    '429 without Retry-After',
    failed('rate-limited', column),
    [{ name: 'always', give: refusal(429), asked: 8 }],
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
  played(29, '503', failed('overloaded', column), [{ name: 'always', give: refusal(503), asked: 8 }], tries),
  played(
    30,
    'a wrong Content-Length',
    failed('truncated', column),
    [
      {
        name: 'shorter than the body',
        first: ({ socket }) =>
          socket.end(Buffer.concat([Buffer.from(head(200, { ...videoHeaders, 'content-length': 50_000 })), video])),
        give: ({ socket }) =>
          socket.end(Buffer.concat([Buffer.from(head(200, { ...videoHeaders, 'content-length': 50_000 })), video])),
        asked: 4,
        keptBytes: 0,
      },
    ],
    'A missing end is row 9. Extra bytes are not stored, because nothing shows which bytes are the video.',
  ),
  played(
    31,
    'a part that does not match',
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
        name: 'another range than announced',
        give: (request) => {
          const { from } = askedOf(request);
          if (from === null) sendAll(request);
          else piece(request, { 'content-range': `bytes ${video.length}-${from}/${video.length}` }, from);
        },
        asked: 3,
      },
    ],
    'There is no checksum: the parts must have the length and the ETag of the file, or the download starts over.',
  ),
  played(
    32,
    'invalid HTTP',
    failed('protocol', column, { sent: 'maybe-processed', retry: 'change-first' }),
    [
      {
        name: 'length and chunks',
        give: bytes('HTTP/1.1 200 OK\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
        asked: 5,
      },
      { name: 'an invalid header', give: bytes('HTTP/1.1 200 OK\r\nx y: 1\r\n\r\n'), asked: 5 },
      { name: 'headers over 16 KiB', give: bytes(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`), asked: 5 },
      { name: 'another protocol', give: bytes('SSH-2.0-OpenSSH\r\n\r\n'), asked: 5 },
    ],
    refusals,
  ),
  played(
    33,
    'an empty response',
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
  played(35, 'a connection closed by the gateway', survived(column), [
    {
      name: 'every request has its own connection',
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
    'the user stops the download',
    paused('aborted', { sent: 'answered' }),
    (['task', 'exchange'] as const).map((stops) => ({
      name: `by its ${stops}`,
      first: ({ socket }) => {
        socket.write(head(200, { ...videoHeaders, 'content-length': video.length }));
        let at = 0;
        const drip = setInterval(() => {
          socket.write(video.subarray(at, at + 1000));
          at += 1000;
        }, 20);
        socket.on('close', () => clearInterval(drip));
      },
      give: rest,
      asked: 1,
      keptBytes: 'some',
      stops,
    })),
  ),
];
