import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import type { DemoGateway } from '#demo/gateway.ts';
import { pngFile } from '#demo/media/images/png.ts';
import { createVideoTasks } from '#demo/media/video/video-tasks.ts';
import { ask, openGateway } from './demo-client.ts';

const order = { model: 'demo-video', prompt: 'a red balloon over the sea', seconds: '1' };

async function made(gateway: DemoGateway, more: object = {}): Promise<string> {
  const { status, json } = await ask(gateway, '/v1/videos', { ...order, ...more });
  expect(status).toBe(200);
  return (json.task_id ?? json.data?.data?.task_id) as string;
}

async function load(gateway: DemoGateway, id: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${gateway.url}/v1/videos/${id}/content`, {
    headers: { authorization: `Bearer ${gateway.key}`, ...headers },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Names and lengths of the boxes of an MP4 file. */
function boxesOf(file: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at < file.length; at += file.readUInt32BE(at)) names.push(file.toString('latin1', at + 4, at + 8));
  return names;
}

test('a task goes from the queue through percentages to its video, at the current pace', () => {
  let now = 0;
  let pace = 60;
  const tasks = createVideoTasks(
    () => pace,
    () => now,
  );
  const task = tasks.create('k', {
    ...{ model: 'm', prompt: 'p', seed: 's', seconds: 1 },
    ...{ reference: null, remixedFrom: null, scenario: null },
  });
  const stateAt = (ms: number) => {
    now = ms;
    return task.state();
  };
  expect(stateAt(0)).toEqual({ word: 'queued', percent: 0 });
  expect(stateAt(3000)).toEqual({ word: 'in_progress', percent: 50 });
  pace = 6;
  expect(stateAt(3100)).toEqual({ word: 'in_progress', percent: 50 });
  pace = 60;
  expect(stateAt(6000)).toEqual({ word: 'completed', percent: 100 });
  pace = 0.1;
  expect(task.state().word).toBe('completed');
});

test('a new task is queued, and at pace 0 the video is done at once, on both routes', async () => {
  await using gateway = await openGateway();
  const created = await ask(gateway, '/v1/video/generations', { ...order, size: '720x1280' });
  expect(created.json).toMatchObject({ object: 'video', status: 'queued', progress: 0, model: 'demo-video' });
  const id = created.json.id as string;
  expect(id).toMatch(/^task_\w{32}$/);
  const video = (await ask(gateway, `/v1/videos/${id}`)).json;
  expect(video).toMatchObject({ id, status: 'completed', progress: 100, seconds: '4', size: '640x360', error: null });
  const content = `${gateway.url}/v1/videos/${id}/content`;
  expect(video.metadata).toEqual({ url: content });
  const row = (await ask(gateway, `/v1/video/generations/${id}`)).json;
  expect(row).toMatchObject({
    code: 'success',
    data: { task_id: id, status: 'SUCCESS', progress: '100%', result_url: content },
  });
  expect(typeof row.data.id).toBe('number');
});

test('a video that is not done is refused with its state', async () => {
  await using gateway = await openGateway({ paceTokensPerSecond: 1 });
  const id = await made(gateway);
  expect((await ask(gateway, `/v1/videos/${id}`)).json).toMatchObject({ status: 'queued', metadata: { url: '' } });
  const { status, json } = await ask(gateway, `/v1/videos/${id}/content`);
  expect(status).toBe(400);
  expect(json.error.message).toContain('Task is not completed yet, current status: QUEUED');
});

test('the video is an MP4 file, the same for the same prompt, with its index first', async () => {
  await using gateway = await openGateway();
  const [first, same, other] = await Promise.all(
    [{}, {}, { prompt: 'a green hill' }].map(async (more) => (await load(gateway, await made(gateway, more))).bytes),
  );
  expect(boxesOf(first as Buffer)).toEqual(['ftyp', 'moov', 'free', 'mdat', 'free']);
  expect(first).toEqual(same);
  expect(first).not.toEqual(other);
});

test('ranges, tags and unsatisfiable ranges', async () => {
  await using gateway = await openGateway();
  const id = await made(gateway);
  const { response, bytes } = await load(gateway, id);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('video/mp4');
  expect(response.headers.get('accept-ranges')).toBe('bytes');
  expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
  const etag = response.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]+"$/);
  const part = await load(gateway, id, { range: 'bytes=100-199', 'if-range': etag });
  expect([part.response.status, part.response.headers.get('content-range')]).toEqual([
    206,
    `bytes 100-199/${bytes.length}`,
  ]);
  expect(part.bytes).toEqual(bytes.subarray(100, 200));
  const rest = await load(gateway, id, { range: `bytes=${bytes.length - 10}-` });
  expect(rest.bytes).toEqual(bytes.subarray(-10));
  expect((await load(gateway, id, { range: 'bytes=-7' })).bytes).toEqual(bytes.subarray(-7));
  expect((await load(gateway, id, { range: 'bytes=0-9', 'if-range': '"other"' })).bytes).toEqual(bytes);
  const outside = await load(gateway, id, { range: `bytes=${bytes.length}-` });
  expect([outside.response.status, outside.response.headers.get('content-range')]).toEqual([
    416,
    `bytes */${bytes.length}`,
  ]);
  expect((await load(gateway, id, { 'if-none-match': etag })).response.status).toBe(304);
});

test('an image may begin the video: in a form, as text, and not as an object', async () => {
  await using gateway = await openGateway();
  const pixels = new Uint8ClampedArray(16 * 16 * 4).fill(200);
  const png = await pngFile({ width: 16, height: 16, pixels });
  const form = new FormData();
  for (const [name, value] of Object.entries(order)) form.set(name, value);
  form.set('input_reference', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'first.png');
  const response = await fetch(`${gateway.url}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.key}` },
    body: form,
  });
  const { id } = (await response.json()) as { id: string };
  const asForm = (await load(gateway, id)).bytes;
  const address = `data:image/png;base64,${png.toString('base64')}`;
  for (const field of [{ image: address }, { images: [address] }, { input_reference: address }])
    expect((await load(gateway, await made(gateway, field))).bytes).toEqual(asForm);
  expect((await load(gateway, await made(gateway))).bytes).not.toEqual(asForm);
  const jpeg = readFileSync(new URL('./fixtures/photo.jpg', import.meta.url));
  const fromJpeg = await made(gateway, { image: `data:image/jpeg;base64,${jpeg.toString('base64')}` });
  expect((await load(gateway, fromJpeg)).bytes).not.toEqual((await load(gateway, await made(gateway))).bytes);
  const cut = `data:image/jpeg;base64,${jpeg.subarray(0, 100).toString('base64')}`;
  const damaged = await ask(gateway, '/v1/videos', { ...order, image: cut });
  expect([damaged.status, damaged.json.code]).toEqual([400, 'invalid_image']);
  const refused = await ask(gateway, '/v1/videos', { ...order, input_reference: { image_url: address } });
  expect([refused.status, refused.json.code]).toEqual([400, 'invalid_json']);
});

test.each([
  [{ prompt: ' ' }, 'invalid_request'],
  [{ prompt: 7 }, 'invalid_json'],
  [{ seconds: 4 }, 'invalid_json'],
  [{ seconds: '99' }, 'invalid_seconds'],
  [{ size: 'huge' }, 'invalid_size'],
])('a task with %j is refused as new-api does', async (change, code) => {
  await using gateway = await openGateway();
  const { status, json } = await ask(gateway, '/v1/videos', { ...order, ...change });
  expect(status).toBe(400);
  expect(json).toMatchObject({ code, data: null });
});

test('the generic fields of new-api are accepted', async () => {
  await using gateway = await openGateway();
  const generic = {
    model: 'demo-video',
    prompt: 'waves',
    duration: 2,
    size: '9:16',
    metadata: { seed: 1 },
    mode: 'std',
  };
  const { json } = await ask(gateway, '/v1/video/generations', generic);
  expect(json).toMatchObject({ seconds: '4', size: '640x360' });
  expect((await ask(gateway, '/v1/videos', { prompt: 'x' })).status).toBe(400);
  expect((await ask(gateway, '/v1/videos', { ...generic, model: 'demo-chat' })).json.error.code).toBe(
    'model_not_supported',
  );
});

test('tasks belong to their key, and some keys may create none', async () => {
  await using gateway = await openGateway();
  const id = await made(gateway);
  const limited = { authorization: `Bearer ${gateway.key}-limited` };
  const unknown = await ask(gateway, `/v1/videos/${id}`, undefined, limited);
  expect([unknown.status, unknown.json]).toEqual([
    400,
    { code: 'task_not_exist', message: 'task_not_exist', data: null },
  ]);
  expect((await ask(gateway, '/v1/videos/task_nothing/content')).status).toBe(404);
  const forbidden = { authorization: `Bearer ${gateway.key}-no-video` };
  expect((await ask(gateway, '/v1/videos', order, forbidden)).status).toBe(403);
  expect((await ask(gateway, `/v1/videos/${id}/content`, undefined, forbidden)).status).toBe(403);
});

test('the official SDK creates, reads, downloads and remixes', async () => {
  await using gateway = await openGateway();
  const client = new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  const video = await client.videos.create({ model: 'demo-video' as 'sora-2', prompt: 'a boat', seconds: '4' });
  expect(video).toMatchObject({ object: 'video', status: 'queued', seconds: '4' });
  expect(await client.videos.retrieve(video.id)).toMatchObject({ id: video.id, status: 'completed', progress: 100 });
  const videoFile = Buffer.from(await (await client.videos.downloadContent(video.id)).arrayBuffer());
  expect(boxesOf(videoFile)).toEqual(['ftyp', 'moov', 'free', 'mdat', 'free']);
  const remix = await client.videos.remix(video.id, { prompt: 'at night' });
  expect(remix).toMatchObject({ remixed_from_video_id: video.id, prompt: 'a boat at night', seconds: '4' });
  const chain = await client.videos.remix(remix.id, { prompt: 'in snow' });
  expect(chain.prompt).toBe('a boat at night in snow');
  await expect(client.videos.remix('task_nothing', { prompt: 'x' })).rejects.toMatchObject({ status: 400 });
});

test('a task keeps the scenario that its model named', async () => {
  await using gateway = await openGateway();
  const read = async (name: string) => {
    const id = await made(gateway, { model: `faulty/video-${name}` });
    const video = (await ask(gateway, `/v1/videos/${id}`)).json;
    const row = (await ask(gateway, `/v1/video/generations/${id}`)).json;
    return { id, video, row };
  };
  expect((await read('odd-words')).video.status).toBe('Success');
  expect((await read('progress-text')).video.progress).toBe('100%');
  expect((await read('progress-fraction')).row.data.progress).toBe(1);
  expect((await read('no-address')).video.metadata).toEqual({ url: '' });
  const failed = await read('failed');
  expect(failed.video).toMatchObject({ status: 'failed', progress: 100, error: { code: 'content_policy' } });
  expect(failed.row.data.result_url).toBe(failed.row.data.fail_reason);
  expect((await read('lost')).video).toMatchObject({ code: 'task_not_exist' });
  const wrapped = await read('two-envelopes');
  expect(wrapped.video.data.data.task_id).toBe(wrapped.id);
  expect((await read('empty-record')).row).toEqual({ code: 'success', message: '', data: null });
  const only = await ask(gateway, '/v1/videos', { ...order, model: 'faulty/video-only-id' });
  expect(Object.keys(only.json)).toEqual(['task_id']);
});

test('addresses of a file host need no key and are valid for a while', async () => {
  await using gateway = await openGateway();
  const addressOf = async (name: string) => {
    const id = await made(gateway, { model: `faulty/video-${name}` });
    return (await ask(gateway, `/v1/videos/${id}`)).json.metadata.url as string;
  };
  const good = await fetch(await addressOf('expiring-address'));
  expect([good.status, good.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  const late = await fetch(await addressOf('expired-address'));
  expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')]);
  expect((await fetch(`${gateway.url}/videos/task_nothing.mp4?expires=9999999999`)).status).toBe(404);
});

test('faults of the video itself', async () => {
  await using gateway = await openGateway();
  const late = await made(gateway, { model: 'faulty/video-late-content' });
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn++) statuses.push((await load(gateway, late)).response.status);
  expect(statuses).toEqual([404, 404, 200, 200]);
  const cut = await made(gateway, { model: 'faulty/video-cut-content' });
  await expect(load(gateway, cut)).rejects.toThrow();
  const page = await load(gateway, await made(gateway, { model: 'faulty/video-page-content' }));
  expect(page.bytes.toString()).toContain('<title>Sign in</title>');
  const whole = await made(gateway, { model: 'faulty/video-no-ranges' });
  const ranged = await load(gateway, whole, { range: 'bytes=0-9' });
  expect([ranged.response.status, ranged.response.headers.get('accept-ranges')]).toEqual([200, null]);
});
