import { describe, expect, test } from 'vitest';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { failure } from '#shared/protocol/failure.ts';
import { mayRepeat, newCall } from '../../../../../renderer/panels/images/model/generation.ts';
import type { ImageSpec } from '../../../../../renderer/panels/images/model/image-spec.ts';
import {
  conversionFor,
  remediedFields,
  remediesFor,
  requestedStyle,
} from '../../../../../renderer/panels/images/model/remedies.ts';
import { file, orderWith } from './order.ts';

const limit = (change: Partial<LearnedLimit>): LearnedLimit => ({
  id: 'l1',
  connectionId: 'c1',
  routeId: 'images.generations',
  model: 'm',
  kind: 'unknown-value',
  field: 'output_format',
  refused: 'webp',
  allowed: ['png'],
  said: 'output_format webp: only png',
  seenAt: 1,
  times: 1,
  exchangeId: 'e1',
  ...change,
});
const refusal = (param: string | null, gatewayMessage: string, status = 400) =>
  failure('parameter', `The gateway rejected it: ${gatewayMessage}`, { status, param, gatewayMessage });
const edit = (type: string, change: Partial<ImageSpec> = {}) =>
  orderWith({ routeId: 'images.edits', inputs: [{ file: file('a', type), width: 1, height: 1 }], ...change });

describe('a rejected value', () => {
  const order = orderWith({ fields: { output_format: 'webp' } });
  const refused = refusal('output_format', 'Use another one.');

  test('is replaced by those that the gateway says it accepts, best first', () => {
    expect(remediesFor(order, refused, [limit({ allowed: ['jpeg', 'png', 'gif'] })])).toEqual([
      { kind: 'value', field: 'output_format', refused: 'webp', value: 'png' },
      { kind: 'value', field: 'output_format', refused: 'webp', value: 'jpeg' },
    ]);
  });

  test('is left out where none is known to be accepted', () => {
    const without = [{ kind: 'without', field: 'output_format' }];
    expect(remediesFor(order, refused, [limit({ allowed: ['<= 4'] })])).toEqual(without);
    expect(remediesFor(order, refused, [limit({ refused: 'jpeg' })])).toEqual(without);
    expect(remediesFor(order, refusal('size', 'Too large.'), [limit({})])).toEqual([]);
    expect(remediesFor(order, null, [limit({})])).toEqual([]);
    expect(remediesFor(order, refusal('output_format', 'Later.', 503), [limit({})])).toEqual([]);
  });

  test('of size is replaced by the nearest shape', () => {
    const wide = orderWith({ fields: { size: '1536x864' } });
    const known = limit({ field: 'size', refused: '1536x864', allowed: ['1024x1024', '1792x1024', '1024x1792'] });
    expect(remediesFor(wide, refusal('size', 'No.'), [known])).toMatchObject([{ value: '1792x1024' }]);
  });
});

test('a parameter that the gateway does not know is left out, and a stream takes its previews with it', () => {
  const order = orderWith({ fields: { size: 'auto', stream: true, partial_images: 2 } });
  const [remedy] = remediesFor(order, refusal('stream', 'The model does not support streaming.'), []);
  expect(remedy).toEqual({ kind: 'without', field: 'stream' });
  expect(remedy && remediedFields(order.fields, remedy)).toEqual({ size: 'auto' });
  const learned = limit({ kind: 'unknown-parameter', field: 'size', refused: null, allowed: [] });
  expect(remediesFor(order, refusal(null, 'Unknown.'), [learned])).toEqual([{ kind: 'without', field: 'size' }]);
});

test('several images in one request become one request each', () => {
  const order = orderWith({ fields: { n: 3, stream: true } });
  const said = refusal(null, 'Streaming is only supported with n=1.');
  expect(remediesFor(order, said, [])).toEqual([{ kind: 'separate' }]);
  expect(remediesFor(order, refusal('n', 'Invalid n: exactly 1.'), [])).toEqual([{ kind: 'separate' }]);
  expect(remediesFor({ ...order, split: true }, said, [])).toEqual([]);
  expect(remediedFields(order.fields, { kind: 'value', field: 'n', refused: '3', value: '1' })).toMatchObject({ n: 1 });
});

describe('rejected inputs', () => {
  const said =
    'Invalid image file or mode for image: it is a PNG of 4 bits per channel, and only 8 and 16 are supported.';
  const unsupported = (gatewayMessage: string) =>
    failure('unsupported-media', 'The gateway does not take this file.', { status: 415, gatewayMessage });
  const learned = limit({ kind: 'unsupported-format', field: 'image', refused: 'png', allowed: ['jpg', 'jpeg'] });

  test.each([
    ['JPEG where PNG is named', edit('image/jpeg'), refusal('image', said), [], 'png'],
    ['a PNG of another depth', edit('image/png'), refusal('image', said), [], 'png'],
    ['WebP where no format is named', edit('image/webp'), unsupported('Unsupported image format.'), [], 'png'],
    ['a PNG where JPEG was learned', edit('image/png'), unsupported('Unsupported image format.'), [learned], 'jpeg'],
    ['a PNG where no format is named', edit('image/png'), unsupported('Unsupported image format.'), [], null],
    ['a broken file', edit('image/png'), refusal('image', 'it is cut off. Only PNG of 8 bits.'), [], null],
    ['another parameter', edit('image/jpeg', { fields: {} }), refusal('size', 'Only for PNG.'), [], null],
    ['a request without inputs', orderWith(), refusal('image', said), [], null],
  ] as const)('%s', (_, order, failed, limits, format) => {
    expect(conversionFor(order, failed, limits)).toBe(format);
    expect(remediesFor(order, failed, limits)).toEqual(format === null ? [] : [{ kind: 'convert', format }]);
  });

  test('are not converted when the gateway only expects another field name', () => {
    expect(remediesFor(edit('image/jpeg'), refusal('image[]', 'Field required', 422), [])).toEqual([
      { kind: 'field-style', style: 'image[]' },
    ]);
    expect(requestedStyle(edit('image/jpeg'), refusal('image', 'Invalid image, expected PNG format'))).toBeNull();
  });
});

test('sending again is offered only where the same request may succeed', () => {
  const call = (retryable: boolean) => ({
    ...newCall(0),
    state: 'failed' as const,
    sent: 'answered' as const,
    failure: failure('server', 'x', { status: 500, retryable }),
  });
  expect(mayRepeat(call(true))).toBe(true);
  expect(mayRepeat(call(false))).toBe(false);
});
