import { describe, expect, test } from 'vitest';
import { failure } from '#shared/protocol/failure.ts';
import { imageDrafts } from '../../../../../renderer/panels/images/model/image-spec.ts';
import { requestedStyle } from '../../../../../renderer/panels/images/model/remedies.ts';
import { file, orderWith } from './order.ts';

const jsonOf = (order: Parameters<typeof imageDrafts>[0]) =>
  imageDrafts(order).map(({ body }) =>
    body.kind === 'json' ? (JSON.parse(body.text) as Record<string, unknown>) : null,
  );
const input = (id: string) => ({ file: file(id), width: 64, height: 64 });

describe('a generation', () => {
  test('is the prompt with the selected fields, and nothing else', () => {
    expect(jsonOf(orderWith({ fields: { size: '1024x1024', n: 2, stream: true } }))).toEqual([
      { model: 'gpt-image-1', prompt: 'A boat', size: '1024x1024', n: 2, stream: true },
    ]);
  });

  test('requested separately is as many requests, each without n', () => {
    const bodies = jsonOf(orderWith({ fields: { n: 3, quality: 'low' }, split: true }));
    expect(bodies).toHaveLength(3);
    expect(bodies[0]).toEqual({ model: 'gpt-image-1', prompt: 'A boat', quality: 'low' });
    expect(jsonOf(orderWith({ fields: { n: 1 }, split: true }))).toEqual([
      { model: 'gpt-image-1', prompt: 'A boat', n: 1 },
    ]);
  });
});

describe('an edit', () => {
  const edit = (change: Parameters<typeof orderWith>[0] = {}) =>
    orderWith({ routeId: 'images.edits', inputs: [input('a')], ...change });
  const fieldNames = (order: ReturnType<typeof edit>) => {
    const [draft] = imageDrafts(order);
    return draft?.body.kind === 'form' ? draft.body.fields.map(({ name }) => name) : null;
  };

  test('is a form whose file field is image, or image[] for several files', () => {
    expect(fieldNames(edit())).toEqual(['model', 'prompt', 'size', 'image']);
    expect(fieldNames(edit({ inputs: [input('a'), input('b')] }))).toEqual([
      'model',
      'prompt',
      'size',
      'image[]',
      'image[]',
    ]);
  });

  test('never mixes two spellings, and puts the mask after the images', () => {
    const mask = { file: file('m'), width: 64, height: 64, share: 0.2 };
    expect(fieldNames(edit({ inputs: [input('a'), input('b')], mask, fieldStyle: 'image' }))).toEqual([
      'model',
      'prompt',
      'size',
      'image',
      'image',
      'mask',
    ]);
  });

  test('writes numbers of a form as text', () => {
    const [draft] = imageDrafts(edit({ fields: { n: 2, stream: true } }));
    expect(draft?.body).toMatchObject({
      fields: expect.arrayContaining([
        { kind: 'text', name: 'n', value: '2' },
        { kind: 'text', name: 'stream', value: 'true' },
      ]),
    });
  });

  test('as JSON has tokens in place of the bytes', () => {
    const mask = { file: file('m'), width: 64, height: 64, share: 0.2 };
    const [draft] = imageDrafts(edit({ fieldStyle: 'json', mask }));
    expect(draft?.options).toEqual({ allowMisuse: true });
    expect(draft?.body).toMatchObject({
      kind: 'json',
      inline: [
        { token: 'patchbay-file:a', fileId: 'a' },
        { token: 'patchbay-file:m', fileId: 'm' },
      ],
    });
    expect(jsonOf(edit({ fieldStyle: 'json', mask }))[0]).toMatchObject({
      images: [{ image_url: 'data:image/png;base64,patchbay-file:a' }],
      mask: { image_url: 'data:image/png;base64,patchbay-file:m' },
    });
  });

  test('rejected for the name of its file field says which name is expected', () => {
    const refusal = (param: string | null, gatewayMessage: string, status = 422) =>
      failure('parameter', 'The gateway misses a field.', { param, gatewayMessage, status });
    expect(requestedStyle(edit({ fieldStyle: 'image[]' }), refusal('image', 'Field required'))).toBe('image');
    expect(requestedStyle(edit(), refusal('image[]', 'Field required'))).toBe('image[]');
    expect(requestedStyle(edit(), refusal(null, 'image is required', 500))).toBe('image[]');
    expect(
      requestedStyle(
        edit({ fieldStyle: 'json' }),
        refusal(null, 'request Content-Type isn’t multipart/form-data', 400),
      ),
    ).toBe('image');
    expect(requestedStyle(edit(), refusal('mask', 'Invalid mask image format - mask size', 400))).toBeNull();
    expect(requestedStyle(edit(), refusal('size', 'Invalid value', 400))).toBeNull();
    expect(requestedStyle(orderWith(), refusal('image', 'Field required'))).toBeNull();
  });
});
