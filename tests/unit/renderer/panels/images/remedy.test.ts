import { expect, test } from 'vitest';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { failure } from '#shared/protocol/failure.ts';
import { newCall } from '../../../../../renderer/panels/images/model/generation.ts';
import { mayRepeat, remedyFor } from '../../../../../renderer/panels/images/stage/call-ends.tsx';
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
const edit = (type: string) =>
  orderWith({ routeId: 'images.edits', inputs: [{ file: file('a', type), width: 1, height: 1 }] });

test('a value that the gateway says it accepts is offered in place of the rejected one', () => {
  const order = orderWith({ fields: { output_format: 'webp' } });
  const refused = refusal('output_format', 'Use png.');
  expect(remedyFor(order, refused, [limit({})])).toEqual({ kind: 'value', field: 'output_format', value: 'png' });
  expect(remedyFor(order, refused, [limit({ allowed: ['<= 4'] })])).toBeNull();
  expect(remedyFor(order, refused, [limit({ refused: 'jpeg' })])).toBeNull();
  expect(remedyFor(order, refusal('size', 'Too large.'), [limit({})])).toBeNull();
  expect(remedyFor(order, null, [limit({})])).toBeNull();
});

test('inputs are converted where the rejection names PNG, and not where the file itself is broken', () => {
  const said =
    'Invalid image file or mode for image: it is a PNG of 4 bits per channel, and only 8 and 16 are supported.';
  expect(remedyFor(edit('image/jpeg'), refusal('image', said), [])).toEqual({ kind: 'png-inputs' });
  expect(remedyFor(edit('image/png'), refusal('image', said), [])).toEqual({ kind: 'png-inputs' });
  expect(remedyFor(edit('image/png'), refusal('image', 'it is cut off. Only PNG of 8 bits.'), [])).toBeNull();
  expect(remedyFor(edit('image/jpeg'), refusal('size', 'Only for PNG.'), [])).toBeNull();
  expect(remedyFor(edit('image/jpeg'), refusal('image', said, 503), [])).toBeNull();
  expect(remedyFor(orderWith(), refusal('image', said), [])).toBeNull();
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
