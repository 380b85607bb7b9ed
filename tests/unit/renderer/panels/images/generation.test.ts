import { expect, test } from 'vitest';
import type { Part } from '#shared/protocol/part.ts';
import {
  expectedSize,
  foldCall,
  type Generation,
  newCall,
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
