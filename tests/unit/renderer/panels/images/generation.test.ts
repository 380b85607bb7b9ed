import { expect, test } from 'vitest';
import { failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import {
  expectedSize,
  foldCall,
  type Generation,
  newCall,
  retryAdvice,
  slotsOf,
} from '../../../../../renderer/panels/images/model/generation.ts';
import { file, orderWith } from './order.ts';

test('upload progress is reported with its call, where its size is known', () => {
  const began = foldCall(newCall(0), { type: 'progress', stage: 'sending' });
  expect(began.sending).toBeUndefined();
  const sending = foldCall(began, { type: 'progress', stage: 'sending', sentBytes: 4_000_000, totalBytes: 8_000_000 });
  expect(sending).toMatchObject({ stage: 'sending', sending: { sentBytes: 4_000_000, totalBytes: 8_000_000 } });
  expect(foldCall(sending, { type: 'progress', stage: 'waiting' }).stage).toBe('waiting');
});

const arrived = (id: string): Part => ({ type: 'image', mediaType: 'image/png', ref: file(id), index: 0 });
const preview = (id: string, partial: number): Part => ({ ...(arrived(id) as Part & { type: 'image' }), partial });
const generationOf = (calls: Generation['calls'], change: Parameters<typeof orderWith>[0] = {}): Generation => ({
  id: 'g1',
  createdAt: 0,
  order: orderWith(change),
  parent: null,
  calls,
  thumb: null,
});
const kinds = (generation: Generation) => slotsOf(generation).map(({ kind }) => kind);

test('each requested image has its place before it arrives, and keeps it', () => {
  const three = { fields: { n: 3 } };
  expect(kinds(generationOf([newCall(0)], three))).toEqual(['waiting', 'waiting', 'waiting']);
  const one = foldCall(newCall(0), arrived('a'));
  expect(kinds(generationOf([one], three))).toEqual(['image', 'waiting', 'waiting']);
  const separate = [newCall(0), foldCall(newCall(0), preview('p', 1)), one];
  expect(kinds(generationOf(separate, three))).toEqual(['waiting', 'preview', 'image']);
  expect(kinds(generationOf([{ ...one, state: 'failed' }], three))).toEqual(['image']);
  const broken = { ...foldCall(newCall(0), preview('p', 1)), state: 'interrupted' as const };
  expect(kinds(generationOf([broken]))).toEqual(['preview']);
});

test('the size of an image that has not arrived is the requested one, else that of the edited image', () => {
  const waiting = [newCall(0)];
  const inputs = [{ file: file('a'), width: 300, height: 200 }];
  expect(expectedSize(generationOf(waiting, { fields: { size: '1536x1024' }, inputs }))).toEqual({
    width: 1536,
    height: 1024,
  });
  expect(expectedSize(generationOf(waiting, { inputs }))).toEqual({ width: 300, height: 200 });
  expect(expectedSize(generationOf(waiting))).toEqual({ width: 1024, height: 1024 });
});

test('whether a request may be sent again follows from the failure, its code and what is known of the request', () => {
  const passing = { retryable: true };
  expect(retryAdvice(failure('auth', 'm'), 'answered')).toBe('change-first');
  expect(retryAdvice(failure('rate-limited', 'm', passing), 'answered')).toBe('wait-first');
  expect(retryAdvice(failure('refused', 'm', passing), 'not-sent')).toBe('manual');
  expect(retryAdvice(failure('reset', 'm', passing), 'maybe-processed')).toBe('manual-may-charge-twice');
  expect(retryAdvice(failure('server', 'm', passing), 'answered')).toBe('manual');
  expect(retryAdvice(failure('upstream', 'm', passing), 'maybe-processed')).toBe('manual-may-charge-twice');
  // The failure is more specific than its code: the obstacle may be gone a moment later.
  expect(retryAdvice(failure('rejected', 'm', passing), 'answered')).toBe('manual');
});
