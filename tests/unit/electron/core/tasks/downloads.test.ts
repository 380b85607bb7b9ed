import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { TaskDetail } from '#shared/contract/tasks.ts';
import { canaryKey } from '../../../../support/exchange/canary.ts';
import {
  isSaved,
  json,
  openBench,
  plainRoutes,
  type Seen,
  startGateway,
  video,
  videoBytes,
  videoFile,
} from '../../../../support/tasks/task-bench.ts';

type Give = (request: Seen, response: ServerResponse, count: number) => unknown;

const whole = videoBytes(200_000);
const content = 'GET /v1/videos/task_1/content';
const isSettled = ({ result }: TaskDetail) => ['saved', 'failed', 'expired', 'paused'].includes(result.state);

/** A finished task, whose content is served as a test says; `record` is added to its record. */
async function open(
  give: Give,
  record: Record<string, unknown> = { metadata: { url: '' } },
  more: Record<string, Give> = {},
) {
  const gateway = await startGateway({
    ...plainRoutes,
    ...more,
    [content]: give,
    'GET /v1/videos/task_1': (_request, response) => json(response, video('completed', record)),
  });
  const bench = await openBench({ baseAddress: gateway.url });
  return { gateway, bench, id: await bench.submit() };
}

const cutAt =
  (sizeBytes: number): Give =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(whole.length) });
    response.write(whole.subarray(0, sizeBytes), () => response.destroy());
  };

const ranged: Give = ({ headers }, response, count) => {
  const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
  const end = Math.min(whole.length, from + 90_000);
  response.writeHead(from > 0 ? 206 : 200, {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    etag: '"v1"',
    'content-length': String(whole.length - from),
    ...(from > 0 && { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` }),
  });
  if (end === whole.length) response.end(whole.subarray(from));
  else response.write(whole.subarray(from, end), () => response.destroy());
  return count;
};

test('an interrupted video resumes where the gateway supports ranges', async () => {
  const { gateway, bench, id } = await open(ranged);
  const task = await bench.until(id, isSaved);
  expect(await bench.bytesOf(task)).toEqual(whole);
  const requests = gateway.seen.filter(({ url }) => url.endsWith('/content'));
  expect(requests.map(({ headers }) => headers.range ?? '')).toEqual(['', 'bytes=90000-', 'bytes=180000-']);
});

test('an interrupted video is downloaded again without ranges, and saved when it is complete', async () => {
  const { bench, id } = await open((request, response, count) =>
    count < 3 ? cutAt(140_000)(request, response, count) : videoFile(response, whole),
  );
  const task = await bench.until(id, isSaved);
  expect(await bench.bytesOf(task)).toEqual(whole);
});

test('a video that becomes available later is still fetched, and after a failure on demand', async () => {
  const late = await open((_request, response, count) =>
    count < 4 ? json(response, { error: { message: 'Video not found' } }, 404) : videoFile(response),
  );
  await late.bench.until(late.id, isSaved);
  const later = await open((_request, response, count) =>
    count < 5 ? json(response, { error: { message: 'Video not found' } }, 404) : videoFile(response),
  );
  await later.bench.until(later.id, ({ result }) => result.state === 'failed');
  await later.bench.client.tasks.download({ id: later.id });
  expect((await later.bench.until(later.id, isSaved)).result.failure).toBeNull();
});

test('a refused key pauses the download until there is another one', async () => {
  const good = 'sk-good-key-0123456789';
  const { bench, id } = await open(({ headers }, response) =>
    headers.authorization === `Bearer ${good}`
      ? videoFile(response)
      : json(response, { error: { message: 'Invalid token' } }, 401),
  );
  const task = await bench.until(id, isSettled);
  expect(task.result).toMatchObject({ state: 'paused', failure: { code: 'auth' } });
  const [key] = await bench.client.keys.status({});
  await bench.client.keys.put({ id: key?.id, connectionId: bench.connectionId, alias: '', secret: good });
  expect((await bench.until(id, isSaved)).result.file).not.toBeNull();
});

test('403 is final', async () => {
  const { gateway, bench, id } = await open((_request, response) =>
    json(response, { error: { message: 'not allowed', type: 'permission_error' } }, 403),
  );
  expect((await bench.until(id, isSettled)).result.state).toBe('failed');
  expect(gateway.count(content)).toBe(1);
});

test('an address in the record is tried first, without the key, then the content route', async () => {
  const host = await startGateway({ 'GET /film.mp4': (_request, response) => videoFile(response, whole) });
  const direct = await open((_request, response) => videoFile(response), {
    metadata: { url: `${host.url}/film.mp4?sig=secret-sig` },
  });
  const task = await direct.bench.until(direct.id, isSaved);
  expect(await direct.bench.bytesOf(task)).toEqual(whole);
  expect(direct.gateway.count(content)).toBe(0);
  expect(JSON.stringify(host.seen)).not.toContain(canaryKey);
  expect(task.resultUrls).toEqual([`${host.url}/film.mp4?sig=[hidden]`]);
  expect(task.record).not.toContain('secret-sig');

  const forbidden = await startGateway({
    'GET /film.mp4': (_request, response) => response.writeHead(403).end('<Error/>'),
  });
  const fallen = await open((_request, response) => videoFile(response), {
    metadata: { url: `${forbidden.url}/film.mp4` },
  });
  expect(await fallen.bench.bytesOf(await fallen.bench.until(fallen.id, isSaved))).toEqual(videoBytes());
});

test("an address on the operator's host is requested from the gateway, with its query", async () => {
  const url = 'http://localhost:3000/v1/videos/task_1/content?access=token';
  const { gateway, bench, id } = await open((_request, response) => videoFile(response), { result_url: url });
  await bench.until(id, isSaved);
  const requests = gateway.seen.find((one) => one.url.includes('/content'));
  expect(requests).toMatchObject({
    url: '/v1/videos/task_1/content?access=token',
    headers: { authorization: `Bearer ${canaryKey}` },
  });
});

test('content reported missing at every location has expired', async () => {
  const host = await startGateway({ 'GET /film.mp4': (_request, response) => response.writeHead(403).end() });
  const never: Give = (_request, response) => json(response, { error: { message: 'Task not found' } }, 404);
  const signed = await open(never, { metadata: { url: `${host.url}/film.mp4` } });
  expect((await signed.bench.until(signed.id, isSettled)).result.state).toBe('expired');
  const past = await open(never, { expires_at: 1_700_000_000 });
  const task = await past.bench.until(past.id, isSettled);
  expect(task.result).toMatchObject({ state: 'expired', expiresAt: 1_700_000_000_000, file: null });
  expect(task.result.failure?.message).toContain('has expired');
});

test('a video inside the record is saved from there, and the record keeps a note in its place', async () => {
  const url = `data:video/mp4;base64,${whole.toString('base64')}`;
  const { gateway, bench, id } = await open((_request, response) => videoFile(response), { url });
  const task = await bench.until(id, isSaved);
  expect(await bench.bytesOf(task)).toEqual(whole);
  expect(task.record?.length).toBeLessThan(2000);
  expect(gateway.count(content)).toBe(0);
});

test('removing a task from the list removes its video and stops polling', async () => {
  const { bench, id } = await open((_request, response) => videoFile(response));
  const { result } = await bench.until(id, isSaved);
  await bench.client.tasks.forget({ ids: [id] });
  expect(await bench.client.tasks.list({})).toEqual([]);
  await expect(bench.client.files.get({ id: result.file?.id ?? '' })).rejects.toThrow('no longer stored');
});

test('one byte declared as a video is no video, and the failure says what it is', async () => {
  const { bench, id } = await open((_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '1' }).end(Buffer.of(0));
  });
  const task = await bench.until(id, isSettled);
  expect(task.result).toMatchObject({ state: 'failed', failure: { code: 'wrong-type' } });
  expect(task.result.failure?.message).toBe('The response has 1 byte, which is not a video.');
});
