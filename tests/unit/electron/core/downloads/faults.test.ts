import { expect, test } from 'vitest';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { type Received, respond } from '../../../../support/exchange/wire-server.ts';
import {
  askedOf,
  breakOff,
  head,
  sendAll,
  sendRest,
  tag,
  video,
  videoHeaders,
} from '../../../../support/gateways/video-responses.ts';
import { startVideos } from './video-server.ts';

const total = video.length;
const piece = ({ socket }: Received, headers: Record<string, string | number>, from: number, to = total) => {
  socket.write(head(206, { ...videoHeaders, ...headers, 'content-length': to - from }));
  socket.write(video.subarray(from, to));
};

test.each<[string, (request: Received, from: number) => unknown]>([
  [
    'the tag changed',
    (request, from) => piece(request, { etag: '"two"', 'content-range': `bytes ${from}-${total - 1}/${total}` }, from),
  ],
  [
    'the piece begins elsewhere',
    (request, from) => piece(request, { 'content-range': `bytes ${from - 10}-${total - 1}/${total}` }, from - 10),
  ],
  [
    'the piece is of a longer file',
    (request, from) => piece(request, { 'content-range': `bytes ${from}-${total - 1}/${total + 5}` }, from),
  ],
  ['no range is named', (request, from) => piece(request, {}, from)],
  [
    'the range makes no sense',
    (request, from) => piece(request, { 'content-range': `bytes ${total}-${from}/${total}` }, from),
  ],
  [
    'the piece is packed',
    (request, from) =>
      piece(request, { 'content-encoding': 'gzip', 'content-range': `bytes ${from}-${total - 1}/${total}` }, from),
  ],
  ['all of it comes once more', (request) => sendAll(request)],
  ['another file comes', (request) => sendAll(request, { ...videoHeaders, etag: '"two"' })],
  ['nothing is there any more', ({ socket }) => socket.write(respond(416, { 'content-range': 'bytes */5' }, ''))],
  ['nothing is there, and no length', ({ socket }) => socket.write(respond(416, {}, ''))],
])('%s: nothing is assembled wrongly, and the restart is reported', async (_, rest) => {
  const videos = await startVideos((request, count) => {
    const { from } = askedOf(request);
    if (count === 1) breakOff(request, 100_000);
    else if (from !== null) rest(request, from);
    else sendAll(request, { ...videoHeaders, etag: '"two"' });
  });
  const end = await videos.download();
  expect(await videos.isVideo(end)).toBe(true);
  expect(end.warnings).toContainEqual({ code: 'retried', message: expect.stringContaining('starts over') });
  expect(videos.left()).toEqual({ files: [end.file?.id], downloads: [] });
});

test('a refused range after the last byte means that all bytes are there', async () => {
  const videos = await startVideos((request) => {
    const { from } = askedOf(request);
    if (from === null) {
      request.socket.write(head(200, { ...videoHeaders, 'transfer-encoding': 'chunked' }));
      request.socket.write(`${total.toString(16)}\r\n`);
      request.socket.write(video, () => request.socket.end());
    } else request.socket.write(respond(416, { 'content-range': `bytes */${total}`, etag: tag }, ''));
  });
  const end = await videos.download();
  expect(askedOf(videos.server.requests[1] as Received).from).toBe(total);
  expect(await videos.isVideo(end)).toBe(true);
});

test('an unlimited number of small ranges is assembled', async () => {
  const videos = await startVideos((request) => {
    const from = askedOf(request).from ?? 0;
    const to = Math.min(total, from + 30_000);
    piece(request, { 'content-range': `bytes ${from}-${to - 1}/${total}` }, from, to);
  });
  const end = await videos.download();
  expect(await videos.isVideo(end)).toBe(true);
  expect(videos.server.requests.length).toBe(Math.ceil(total / 30_000));
});

test('a server that always starts over is abandoned after five attempts', async () => {
  const videos = await startVideos((request) => breakOff(request, 100_000, { 'content-type': 'video/mp4' }));
  const end = await videos.download();
  expect(end).toMatchObject({ file: null, failure: { code: 'truncated' } });
  expect(videos.server.requests.length).toBeLessThanOrEqual(6);
  expect(videos.left().files).toEqual([]);
});

test('without a length the file is kept with a warning; chunked, without a warning', async () => {
  const videos = await startVideos((request, count) => {
    const { socket } = request;
    socket.write(
      head(200, {
        'content-type': 'video/mp4',
        ...(count === 1 ? { connection: 'close' } : { 'transfer-encoding': 'chunked' }),
      }),
    );
    if (count === 1) socket.end(video);
    else socket.write(Buffer.concat([Buffer.from(`${total.toString(16)}\r\n`), video, Buffer.from('\r\n0\r\n\r\n')]));
  });
  const closed = await videos.download();
  expect(await videos.isVideo(closed)).toBe(true);
  expect(closed.warnings.map(({ code }) => code)).toEqual(['length-unchecked']);
  expect((await videos.detail(closed.exchangeIds[0])).state).toBe('done-with-warnings');
  const chunked = await videos.download({ target: 'other' });
  expect(await videos.isVideo(chunked)).toBe(true);
  expect(chunked.warnings).toEqual([]);
});

test('bytes beyond the announced length: not a file', async () => {
  const videos = await startVideos(({ socket }) => {
    const bytes = Buffer.concat([Buffer.from(head(200, { ...videoHeaders, 'content-length': 50_000 })), video]);
    socket.end(bytes);
  });
  const end = await videos.download();
  expect(end).toMatchObject({ file: null, failure: { code: 'truncated' }, keptBytes: 0 });
  expect(videos.left()).toEqual({ files: [], downloads: [] });
});

test('a full disk pauses the download, and it resumes when there is room', async () => {
  let room = 100_000;
  const videos = await startVideos(
    (request) => {
      const { from } = askedOf(request);
      return from === null ? sendAll(request) : sendRest(request, from);
    },
    {},
    (store) => ({
      ...store,
      async resume(target) {
        const part = await store.resume(target);
        return {
          get sizeBytes() {
            return part.sizeBytes;
          },
          get note() {
            return part.note;
          },
          annotate: (note) => part.annotate(note),
          async write(bytes) {
            if (part.sizeBytes + bytes.length > room) throw new AppError(failure('storage', 'The disk is full.'));
            await part.write(bytes);
          },
          restart: () => part.restart(),
          pause: () => part.pause(),
          keep: (file) => part.keep(file),
        };
      },
    }),
  );
  const full = await videos.download();
  expect(full).toMatchObject({ file: null, failure: { code: 'storage' }, totalBytes: total });
  expect(full.file === null && full.keptBytes).toBeGreaterThan(0);
  expect(videos.server.requests).toHaveLength(1);
  expect(videos.left().files).toEqual([]);
  room = 1_000_000;
  const end = await videos.download();
  expect(await videos.isVideo(end)).toBe(true);
  expect(askedOf(videos.server.requests[1] as Received).from).toBe(full.file === null ? full.keptBytes : 0);
});

test('more than the limit is not accepted', async () => {
  const videos = await startVideos((request) => sendAll(request));
  const end = await videos.download({ limits: { maxBytes: 1000 } });
  expect(end).toMatchObject({ file: null, failure: { code: 'too-large' }, keptBytes: 0 });
  expect(videos.left()).toEqual({ files: [], downloads: [] });
});
