import { Buffer } from 'node:buffer';
import OpenAI, { toFile } from 'openai';
import { expect, test } from 'vitest';
import type { DemoGateway } from '#demo/gateway.ts';
import { blankImage, type Image } from '#demo/media/images/canvas.ts';
import { pngFile, readPng } from '#demo/media/images/png.ts';
import { openGateway } from './demo-client.ts';

const clientOf = (gateway: DemoGateway): OpenAI =>
  new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: gateway.key, maxRetries: 0, logLevel: 'off' });

const pngOf = (base64: string | undefined): Promise<Image> => readPng(Buffer.from(base64 ?? '', 'base64'));

/** One uniform color; transparent from `clearFrom` on, counted in pixels. */
function plain(clearFrom = Number.POSITIVE_INFINITY): Image {
  const image = blankImage(64, 64);
  for (let at = 0; at < image.pixels.length; at += 4)
    image.pixels.set([200, 30, 120, at / 4 < clearFrom ? 255 : 0], at);
  return image;
}

test('embeddings, which the library requests in base64 by default', async () => {
  await using gateway = await openGateway();
  const client = clientOf(gateway);
  const input = ['green tea', 'black tea'];
  const packed = await client.embeddings.create({ model: 'demo-embed', input, dimensions: 64 });
  expect(gateway.requestLog()[0]?.body).toContain('"encoding_format":"base64"');
  expect(packed.data.map(({ embedding }) => embedding.length)).toEqual([64, 64]);
  const plainly = await client.embeddings.create({
    model: 'demo-embed',
    input,
    dimensions: 64,
    encoding_format: 'float',
  });
  const [one, other] = [packed.data[0]?.embedding ?? [], plainly.data[0]?.embedding ?? []];
  expect(one.every((value, place) => Math.abs(value - (other[place] ?? 0)) < 1e-6)).toBe(true);
  expect(packed.usage).toEqual(plainly.usage);
});

test('an image in base64, and one as an address', async () => {
  await using gateway = await openGateway();
  const client = clientOf(gateway);
  const drawn = await client.images.generate({ model: 'demo-image', prompt: 'a house', quality: 'low' });
  expect((await pngOf(drawn.data?.[0]?.b64_json)).width).toBe(1024);
  expect(drawn.usage?.total_tokens).toBeGreaterThan(0);
  const linked = await client.images.generate({ model: 'demo-image-url', prompt: 'a house' });
  expect((await fetch(linked.data?.[0]?.url ?? '')).headers.get('content-type')).toBe('image/png');
});

test('a stream of previews and the image', async () => {
  await using gateway = await openGateway();
  const stream = await clientOf(gateway).images.generate({
    model: 'demo-image',
    prompt: 'a boat',
    quality: 'low',
    stream: true,
    partial_images: 2,
  });
  const types: string[] = [];
  for await (const event of stream) {
    types.push(event.type);
    expect((await pngOf(event.b64_json)).width).toBe(1024);
  }
  expect(types).toEqual([
    'image_generation.partial_image',
    'image_generation.partial_image',
    'image_generation.completed',
  ]);
});

test('an edit with a mask, of one image and of several', async () => {
  await using gateway = await openGateway();
  const client = clientOf(gateway);
  const image = async () => toFile(await pngFile(plain()), 'in.png', { type: 'image/png' });
  const mask = await toFile(await pngFile(plain(2048)), 'mask.png', { type: 'image/png' });
  const body = { model: 'demo-image', prompt: 'a blue square' };
  const edited = await client.images.edit({ ...body, image: await image(), mask });
  const { pixels } = await pngOf(edited.data?.[0]?.b64_json);
  const kept = plain().pixels;
  expect(pixels.subarray(0, 2048 * 4)).toEqual(kept.subarray(0, 2048 * 4));
  expect(pixels.subarray(2048 * 4)).not.toEqual(kept.subarray(2048 * 4));
  const several = await client.images.edit({ ...body, image: [await image(), await image()] });
  expect(several.usage?.input_tokens_details.image_tokens).toBe(516);
});

test('refusals are errors of the library', async () => {
  await using gateway = await openGateway();
  const client = clientOf(gateway);
  await expect(client.images.generate({ model: 'demo-image', prompt: 'gore' })).rejects.toMatchObject({
    status: 400,
    code: 'moderation_blocked',
  });
  await expect(client.embeddings.create({ model: 'demo-embed', input: '' })).rejects.toMatchObject({ status: 400 });
});
