import { expect, test } from 'vitest';
import type { DemoGateway } from '#demo/gateway.ts';
import { drawArt, layCaption } from '#demo/media/images/art.ts';
import type { Image } from '#demo/media/images/canvas.ts';
import { readPng } from '#demo/media/images/png.ts';
import { ask, openGateway } from './demo-client.ts';
import { eventsOf } from './raw-client.ts';

const path = '/v1/images/generations';
const pngOf = (base64: string): Promise<Image> => readPng(Buffer.from(base64, 'base64'));
const draw = (gateway: DemoGateway, body: object) =>
  ask(gateway, path, { model: 'demo-image-small', prompt: 'a red circle', response_format: 'b64_json', ...body });

test('every request and every image of a request looks different', async () => {
  await using gateway = await openGateway();
  const first = (await draw(gateway, {})).json;
  expect(first).toMatchObject({ output_format: 'png', size: '256x256', background: 'opaque' });
  const image = await pngOf(first.data[0].b64_json);
  expect([image.width, image.height]).toEqual([256, 256]);
  expect((await draw(gateway, {})).json.data).not.toEqual(first.data);
  const several = (await draw(gateway, { n: 3 })).json.data.map(({ b64_json: base64 }: { b64_json: string }) => base64);
  expect(new Set(several).size).toBe(3);
});

const art = (caption: string): Image => {
  const image = drawArt({ seed: 'one', width: 256, height: 256 });
  layCaption(image, caption, 'demo-image, 1 of 1');
  return image;
};
/** Rows in which two images differ. */
const changedRows = (one: Image, other: Image): number[] =>
  Array.from({ length: one.height }, (_, y) => y).filter(
    (y) => !one.pixels.subarray(y * 1024, y * 1024 + 1024).every((value, at) => value === other.pixels[y * 1024 + at]),
  );

test('the prompt is the caption of the image, along its lower edge only', () => {
  const rows = changedRows(art('a red circle'), art('a blue circle'));
  expect(rows.length).toBeGreaterThan(4);
  expect(Math.min(...rows)).toBeGreaterThan(220);
  expect(changedRows(art('Crème brûlée'), art('Creme brulee'))).toEqual([]);
});

test('a caption without glyphs is left out, and the plate stays', () => {
  expect(changedRows(art('一只红色的猫'), art(''))).toEqual([]);
  expect(changedRows(art(''), drawArt({ seed: 'one', width: 256, height: 256 })).length).toBeGreaterThan(9);
  const tiny = drawArt({ seed: 'one', width: 16, height: 16 });
  const before = tiny.pixels.slice();
  layCaption(tiny, 'a red circle', '1 of 1');
  expect(tiny.pixels).toEqual(before);
});

test('a transparent background, sizes of one model as names, and any size of another', async () => {
  await using gateway = await openGateway();
  const clear = (await ask(gateway, path, { model: 'demo-image', prompt: 'a heart', background: 'transparent' })).json;
  expect(clear).toMatchObject({ background: 'transparent', size: '1024x1024' });
  const image = await pngOf(clear.data[0].b64_json);
  expect(image.pixels[3]).toBe(0);
  expect(image.pixels.some((value, at) => at % 4 === 3 && value === 255)).toBe(true);
  const free = (await ask(gateway, path, { model: 'demo-image-free', prompt: 'a heart', size: '320x160' })).json;
  expect(free.size).toBe('320x160');
});

test('a public address, and the prompt as the model understood it', async () => {
  await using gateway = await openGateway();
  const body = { model: 'demo-image-url', prompt: 'a heart', quality: 'hd', style: 'natural' };
  const { url, revised_prompt: revised } = (await ask(gateway, path, body)).json.data[0];
  expect(revised).toContain('a heart');
  const fetched = await fetch(url);
  expect([fetched.status, fetched.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await readPng(Buffer.from(await fetched.arrayBuffer()))).width).toBe(1024);
  const missing = await fetch(`${gateway.url}/images/none.png`);
  expect(missing.status).toBe(404);
});

test('a stream shows progressively clearer previews, and then the image', async () => {
  await using gateway = await openGateway();
  const body = { model: 'demo-image', prompt: 'a house', stream: true, partial_images: 2, quality: 'low' };
  const answer = await ask(gateway, path, body);
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const events = eventsOf(Buffer.from(answer.text)).map((event) => JSON.parse(event));
  expect(events.map(({ type, partial_image_index: index }) => [type, index])).toEqual([
    ['image_generation.partial_image', 0],
    ['image_generation.partial_image', 1],
    ['image_generation.completed', undefined],
  ]);
  const [first, second, last] = await Promise.all(events.map(({ b64_json: base64 }) => pngOf(base64)));
  const away = (one: Image, other: Image) =>
    one.pixels.reduce((sum, value, at) => sum + Math.abs(value - (other.pixels[at] as number)), 0);
  expect(away(second as Image, last as Image)).toBeLessThan(away(first as Image, last as Image));
  expect(events[2]).toMatchObject({ size: '1024x1024', quality: 'low', usage: { output_tokens: 272 } });
});

test.each([
  ['no prompt', { prompt: '' }, 500, 'prompt is required'],
  ['a prompt that is too long', { prompt: 'a'.repeat(1001) }, 400, 'maximum length 1000'],
  ['a size of another model', { size: '1536x1024' }, 400, "'256x256', '512x512', '1024x1024'"],
  ['a size with another cross', { size: '256×256' }, 400, 'Supported values'],
  ['a format that it cannot write', { output_format: 'webp' }, 400, "Supported values are: 'png'"],
  ['too many images', { n: 11 }, 400, 'from 1 to 10'],
  ['n as text', { n: '2' }, 400, 'whole number'],
  ['a stream where there is none', { stream: true }, 400, 'streaming'],
  [
    'response_format on a model that has none',
    { model: 'demo-image', response_format: 'b64_json' },
    400,
    'response_format',
  ],
  [
    'transparency on a model without',
    { model: 'demo-image-free', background: 'transparent', response_format: undefined },
    400,
    'Transparent',
  ],
  [
    'a size that is no multiple of 16',
    { model: 'demo-image-free', size: '250x250', response_format: undefined },
    400,
    'multiples of 16',
  ],
  ['what the filter blocks', { prompt: 'a gory scene' }, 400, 'safety system'],
  ['compression of a format without', { output_compression: 50 }, 400, 'Compression'],
])('refuses %s', async (_, body, status, words) => {
  await using gateway = await openGateway();
  const answer = await draw(gateway, body);
  expect(answer.status).toBe(status);
  expect(answer.json.error.message).toContain(words);
});

test('the special keys of the demo are refused here too', async () => {
  await using gateway = await openGateway();
  const as = (key: string) =>
    ask(gateway, path, { model: 'demo-image', prompt: 'x' }, { authorization: `Bearer ${gateway.key}${key}` });
  expect((await as('-quota')).json.error.code).toBe('insufficient_user_quota');
  expect((await as('x')).status).toBe(401);
});
