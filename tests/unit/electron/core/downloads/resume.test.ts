import { expect, test } from 'vitest';
import { never } from '../../../../support/exchange/bench.ts';
import { canaryKey } from '../../../../support/exchange/canary.ts';
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

test('a complete video, with its name, type and length', async () => {
  const videos = await startVideos((request) =>
    sendAll(request, { ...videoHeaders, 'content-disposition': 'attachment; filename="../boat.exe.mp4"' }),
  );
  const end = await videos.download();
  expect(end).toMatchObject({
    file: { name: 'boat.exe.mp4', type: 'video/mp4', sizeBytes: video.length },
    failure: null,
  });
  expect(await videos.isVideo(end)).toBe(true);
  expect(videos.left()).toEqual({ files: [end.file?.id], downloads: [] });
  expect(videos.progress.map(({ stage }) => stage)).toEqual(expect.arrayContaining(['connecting', 'receiving']));
  const detail = await videos.detail(end.exchangeIds[0]);
  expect(detail).toMatchObject({ state: 'done', status: 200, routeId: 'videos.content', attempt: 1 });
  expect(detail.response?.bodyBytes).toBe(video.length);
});

test('an interrupted video resumes at its offset, and both attempts are in the history', async () => {
  const videos = await startVideos((request, count) => {
    const { from } = askedOf(request);
    if (count === 1) breakOff(request, 100_000);
    else if (count === 2) {
      request.socket.write(
        head(206, {
          ...videoHeaders,
          'content-length': video.length - 100_000,
          'content-range': `bytes 100000-${video.length - 1}/${video.length}`,
        }),
      );
      request.socket.write(video.subarray(100_000, 200_000), () => request.socket.resetAndDestroy());
    } else sendRest(request, from ?? 0);
  });
  const end = await videos.download();
  expect(await videos.isVideo(end)).toBe(true);
  expect(videos.server.requests.map(askedOf)).toEqual([
    { from: null, ifRange: null },
    { from: 100_000, ifRange: tag },
    { from: expect.any(Number), ifRange: tag },
  ]);
  const details = await Promise.all(end.exchangeIds.map(videos.detail));
  expect(details.map(({ state, attempt, firstId }) => [state, attempt, firstId])).toEqual([
    ['interrupted', 1, end.exchangeIds[0]],
    ['interrupted', 2, end.exchangeIds[0]],
    ['done', 3, end.exchangeIds[0]],
  ]);
  expect(details[1]?.request.headers).toEqual(
    expect.arrayContaining([
      ['Range', 'bytes=100000-'],
      ['If-Range', tag],
    ]),
  );
  expect(JSON.stringify(details)).not.toContain(canaryKey);
});

test('a date is used when there is no tag, and a weak tag is not used', async () => {
  const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
  for (const [headers, validator] of [
    [{ 'content-type': 'video/mp4', 'accept-ranges': 'bytes', 'last-modified': date }, date],
    [{ 'content-type': 'video/mp4', 'accept-ranges': 'bytes', etag: 'W/"one"', 'last-modified': date }, date],
    [{ 'content-type': 'video/mp4', 'accept-ranges': 'bytes', etag: 'W/"one"' }, null],
    [{ 'content-type': 'video/mp4', etag: tag }, null],
  ] as const) {
    const videos = await startVideos((request, count) => {
      const { from } = askedOf(request);
      if (count === 1) breakOff(request, 100_000, { ...headers });
      else if (from === null) sendAll(request, { ...headers });
      else sendRest(request, from, { ...headers });
    });
    const end = await videos.download();
    expect(await videos.isVideo(end)).toBe(true);
    expect(askedOf(videos.server.requests[1] as never)).toEqual(
      validator === null ? { from: null, ifRange: null } : { from: 100_000, ifRange: validator },
    );
  }
});

test('resumes after a restart when requested again', async () => {
  const videos = await startVideos((request) => {
    const { from } = askedOf(request);
    if (from === null) breakOff(request, 150_000);
    else sendRest(request, from);
  });
  const first = await videos.download({ limits: { tries: 1 } });
  expect(first).toMatchObject({
    file: null,
    failure: { code: 'truncated', exchangeId: first.exchangeIds[0] },
    keptBytes: 150_000,
    totalBytes: video.length,
  });
  expect(videos.left().files).toEqual([]);
  expect(videos.left().downloads).toHaveLength(2);
  await videos.restart();
  const end = await videos.download();
  expect(await videos.isVideo(end)).toBe(true);
  expect(videos.server.requests.map(askedOf).at(-1)).toEqual({ from: 150_000, ifRange: tag });
  expect(videos.left()).toEqual({ files: [end.file?.id], downloads: [] });
});

test('stopping pauses the download and closes the socket, and discarding it leaves nothing', async () => {
  const videos = await startVideos(({ socket }) => {
    socket.write(head(200, { ...videoHeaders, 'content-length': video.length }));
    socket.write(video.subarray(0, 50_000));
  });
  const stop = new AbortController();
  const ending = videos.download({
    signal: stop.signal,
    onProgress: ({ stage }) => stage === 'receiving' && stop.abort(),
  });
  const end = await ending;
  await videos.server.idle();
  expect(end).toMatchObject({ file: null, failure: { code: 'aborted' } });
  expect(videos.server.requests).toHaveLength(1);
  expect((await videos.detail(end.exchangeIds[0])).state).toBe('cancelled');
  await videos.bench.downloads.discard('task-1');
  expect(videos.left()).toEqual({ files: [], downloads: [] });
});

test('one target is downloaded once at a time', async () => {
  const videos = await startVideos((request) => sendAll(request));
  const [one, other] = await Promise.all([videos.download(), videos.download()]);
  expect([one.failure?.code, other.failure?.code].sort()).toEqual(['conflict', undefined]);
});

test('can be canceled from the history', async () => {
  const videos = await startVideos(({ socket }) => {
    socket.write(head(200, { ...videoHeaders, 'content-length': video.length }));
    socket.write(video.subarray(0, 50_000));
  });
  const { handlers } = videos.bench.exchanges;
  const end = await videos.download({
    onProgress({ stage, exchangeId }) {
      if (stage === 'receiving') void handlers.cancel({ id: exchangeId ?? '' }, { signal: never });
    },
  });
  expect(end.failure?.code).toBe('aborted');
});
