import { expect, test } from 'vitest';
import { ArrivalMarks } from '../../../../../../electron/core/store/records/exchange-recording.ts';

const mark = (atMs: number, sizeBytes: number) => ({ atMs, sizeBytes });

test('thousands of arrivals are kept in order, and can be read from any one on', () => {
  const marks = new ArrivalMarks();
  const all = Array.from({ length: 5000 }, (_, index) => mark(index * 2.5, index + 1));
  for (const { atMs, sizeBytes } of all) marks.add(atMs, sizeBytes);
  expect(marks.from(0)).toEqual(all);
  expect(marks.from(4321)).toEqual(all.slice(4321));
  expect(marks.from(5000)).toEqual([]);
  expect(marks.from(9999)).toEqual([]);
});

test('arrivals within a millisecond are merged, but not into one already on disk', () => {
  const marks = new ArrivalMarks();
  marks.add(10, 3);
  marks.add(10.9, 4);
  marks.saved();
  expect(marks.pending).toEqual([]);
  marks.add(10.95, 5);
  marks.add(11.5, 1);
  expect(marks.pending).toEqual([mark(10.95, 6)]);
  expect(marks.from(0)).toEqual([mark(10, 7), mark(10.95, 6)]);
});

test('pending marks that cannot be written are dropped, saved ones stay', () => {
  const marks = new ArrivalMarks();
  marks.add(1, 1);
  marks.saved();
  marks.add(5, 2);
  marks.dropPending();
  marks.add(9, 3);
  expect(marks.from(0)).toEqual([mark(1, 1), mark(9, 3)]);
});
