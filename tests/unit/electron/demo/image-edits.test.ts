import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { DemoGateway } from '#demo/gateway.ts';
import { blankImage, type Image } from '#demo/media/images/canvas.ts';
import { pngFile, readPng } from '#demo/media/images/png.ts';
import { readImage } from '#demo/media/images/read-image.ts';
import { ask, openGateway } from './demo-client.ts';
import { eventsOf } from './raw-client.ts';

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

const path = '/v1/images/edits';
const side = 64;

/** Every pixel has a unique color. */
function pattern(width = side, height = side): Image {
  const image = blankImage(width, height);
  for (let at = 0; at < image.pixels.length; at += 4)
    image.pixels.set([(at / 4) % 256, Math.floor(at / 4 / width) % 256, (at / 16) % 256, 255], at);
  return image;
}

/** Transparent in its right half. */
function halfMask(): Image {
  const mask = blankImage(side, side);
  for (let at = 3; at < mask.pixels.length; at += 4) mask.pixels[at] = ((at - 3) / 4) % side < side / 2 ? 255 : 0;
  return mask;
}

const filed = (bytes: Buffer, name = 'a.png') => new File([new Uint8Array(bytes)], name, { type: 'image/png' });

async function send(gateway: DemoGateway, fields: [string, string | File][], headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value);
  }
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.key}`, ...headers },
    body: form,
  });
  const text = await response.text();
  return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : null };
}

const resultOf = (json: { data: { b64_json: string }[] }) =>
  readPng(Buffer.from(json.data[0]?.b64_json ?? '', 'base64'));

test('a mask: transparent pixels are redrawn, every other pixel stays as it was', async () => {
  await using gateway = await openGateway();
  const image = pattern();
  const { json } = await send(gateway, [
    ['model', 'demo-image'],
    ['prompt', 'a red circle'],
    ['image', filed(await pngFile(image))],
    ['mask', filed(await pngFile(halfMask()))],
  ]);
  const result = await resultOf(json);
  let changed = 0;
  for (let at = 0; at < image.pixels.length; at += 4) {
    const isSame = image.pixels.subarray(at, at + 4).every((value, channel) => value === result.pixels[at + channel]);
    if ((at / 4) % side < side / 2) expect(isSame, `pixel ${at / 4}`).toBe(true);
    else if (!isSame) changed++;
  }
  expect(changed).toBeGreaterThan((side * side) / 3);
  expect(json.usage.input_tokens_details.image_tokens).toBe(258);
});

test('no mask: the image stays visible below what is drawn', async () => {
  await using gateway = await openGateway();
  const image = blankImage(side, side);
  image.pixels.fill(255);
  const { json } = await send(gateway, [
    ['model', 'demo-image'],
    ['prompt', 'make it dark'],
    ['image', filed(await pngFile(image))],
  ]);
  const { pixels, width } = await resultOf(json);
  expect(width).toBe(side);
  // 60% of white is left in every pixel above the caption, and some of each was changed.
  const above = pixels.subarray(0, side * 4 * (side / 2));
  expect(above.every((value) => value >= 152)).toBe(true);
  expect(above.some((value, at) => at % 4 !== 3 && value < 240)).toBe(true);
});

test('further images are shown as insets along the upper edge', async () => {
  await using gateway = await openGateway();
  const red = blankImage(side, side);
  for (let at = 0; at < red.pixels.length; at += 4) red.pixels.set([200, 30, 120, 255], at);
  const { json } = await send(gateway, [
    ['model', 'demo-image'],
    ['prompt', 'x'],
    ['image[]', filed(await pngFile(pattern()))],
    ['image[]', filed(await pngFile(red))],
  ]);
  expect([...(await resultOf(json)).pixels.subarray(0, 4)]).toEqual([200, 30, 120, 255]);
});

test('several images, in a stream, at another size', async () => {
  await using gateway = await openGateway();
  const one = filed(await pngFile(pattern()));
  const answer = await send(gateway, [
    ['model', 'demo-image'],
    ['prompt', 'add a boat'],
    ['size', '1024x1024'],
    ['stream', 'true'],
    ['partial_images', '1'],
    ['image[]', one],
    ['image[]', one],
  ]);
  const events = eventsOf(Buffer.from(answer.text)).map((event) => JSON.parse(event));
  expect(events.map(({ type }) => type)).toEqual(['image_edit.partial_image', 'image_edit.completed']);
  expect(events[1]).toMatchObject({ size: '1024x1024' });
});

test('only the first way to name the files counts', async () => {
  await using gateway = await openGateway();
  const small = filed(await pngFile(pattern(16, 16)));
  const large = filed(await pngFile(pattern(32, 32)));
  const { json } = await send(gateway, [
    ['model', 'demo-image'],
    ['prompt', 'x'],
    ['image[]', large],
    ['image', small],
  ]);
  expect((await resultOf(json)).width).toBe(16);
});

test('edits a JPEG and a PNG of 16 bits, and keeps what is outside the mask', async () => {
  await using gateway = await openGateway();
  const mask = blankImage(32, 16);
  mask.pixels.fill(255);
  for (const name of ['photo.jpg', 'deep.png']) {
    const photo = fixture(name);
    const { json } = await send(gateway, [
      ['model', 'demo-image'],
      ['prompt', 'a red circle'],
      ['image', filed(photo, name)],
      ['mask', filed(await pngFile(mask))],
    ]);
    const result = await resultOf(json);
    expect([name, result.width, result.height]).toEqual([name, 32, 16]);
    // Blue at the left, red at the right.
    for (const [at, channel] of [
      [0, 2],
      [31 * 4, 0],
    ] as const)
      expect([name, (result.pixels[at + channel] ?? 0) > 240, (result.pixels[at + 2 - channel] ?? 255) < 16]).toEqual([
        name,
        true,
        true,
      ]);
  }
});

test('a JPEG is edited as viewers show it, not as the camera was held', async () => {
  const turned = await readImage(fixture('turned.jpg'));
  expect([turned.width, turned.height]).toEqual([16, 32]);
  expect([turned.pixels[2], turned.pixels[31 * 16 * 4]].every((value) => (value ?? 0) > 240)).toBe(true);
});

test('damaged and oversized photos are refused with 400, and the gateway keeps serving', async () => {
  await using gateway = await openGateway();
  const refused = async (bytes: Buffer) => {
    const { status, json } = await send(gateway, [
      ['model', 'demo-image'],
      ['prompt', 'x'],
      ['image', filed(bytes)],
    ]);
    return [status, json.error.code, json.error.message];
  };
  const photo = fixture('photo.jpg');
  // Right after the header that states its size.
  const size = photo.indexOf(Buffer.from([0xff, 0xc0]));
  expect(await refused(photo.subarray(0, size + 24))).toEqual([
    400,
    'invalid_image_file',
    expect.stringContaining('damaged'),
  ]);
  const wide = Buffer.from(photo).fill(0xff, size + 5, size + 9);
  expect(await refused(wide)).toEqual([400, 'invalid_image_file', expect.stringContaining('more than 16777216')]);
  const { status } = await ask(gateway, '/v1/models');
  expect(status).toBe(200);
});

test('JSON with data URLs, and none that would have to be fetched', async () => {
  await using gateway = await openGateway();
  const image = `data:image/png;base64,${(await pngFile(pattern())).toString('base64')}`;
  const body = { model: 'demo-image', prompt: 'darker', images: [{ image_url: image }] };
  expect((await resultOf((await ask(gateway, path, body)).json)).width).toBe(side);
  const refused = await ask(gateway, path, { ...body, images: [{ image_url: 'https://example.invalid/a.png' }] });
  expect(refused.json.error).toMatchObject({ code: 'invalid_image_url' });
});

test('refuses what it cannot edit, in the words of each model family', async () => {
  await using gateway = await openGateway();
  const good = filed(await pngFile(pattern()));
  const refused = async (more: [string, string | File][], model = 'demo-image') =>
    (await send(gateway, [['model', model], ['prompt', 'x'], ...more])).json.error;
  expect(await refused([])).toMatchObject({
    code: 'convert_request_failed',
    message: expect.stringContaining('image is required'),
  });
  expect(await refused([['image', filed(Buffer.from('GIF89a...........'))]])).toMatchObject({
    code: 'invalid_image_file',
    message: expect.stringContaining('not a PNG or JPEG'),
  });
  expect(
    await refused([
      ['image', good],
      ['mask', filed(await pngFile(pattern(32, 32)))],
    ]),
  ).toMatchObject({
    param: 'mask',
    message: expect.stringContaining('(32x32) does not match image size (64x64)'),
  });
  expect((await refused(Array.from({ length: 17 }, () => ['image[]', good] as [string, File]))).message).toContain(
    'at most 16',
  );
  expect((await refused([['image', good]], 'demo-image-url')).message).toContain('does not support image edits');
});

test('the two fields that gateways require', async () => {
  await using gateway = await openGateway();
  const good = filed(await pngFile(pattern(16, 16)));
  const status = async (field: string, scenario: string) =>
    (
      await send(
        gateway,
        [
          ['model', 'demo-image'],
          ['prompt', 'x'],
          [field, good],
        ],
        { 'x-demo-scenario': scenario },
      )
    ).status;
  expect(await status('image[]', 'images-only-plain-field')).toBe(422);
  expect(await status('image', 'images-only-plain-field')).toBe(200);
  expect(await status('image', 'images-only-list-field')).toBe(422);
  expect(await status('image[]', 'images-only-list-field')).toBe(200);
});
