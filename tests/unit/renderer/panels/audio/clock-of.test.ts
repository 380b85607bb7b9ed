import { expect, test } from 'vitest';
import { clockOf, rulerMarks } from '../../../../../renderer/panels/audio/clock-of.ts';

test('seconds are shown as in a media player, rounded', () => {
  expect([0, 6.87, 75, 415.627, 3723].map((seconds) => clockOf(seconds))).toEqual([
    ...['0:00', '0:07', '1:15', '6:56', '1:02:03'],
  ]);
});

test('tenths are rounded, across the minute as well', () => {
  expect([0.04, 6.295, 6.87, 59.99].map((seconds) => clockOf(seconds, true))).toEqual([
    ...['0:00.0', '0:06.3', '0:06.9', '1:00.0'],
  ]);
});

test('a ruler has round times', () => {
  expect(rulerMarks(6.295)).toEqual({ marks: [0, 2, 4, 6], tenths: false });
  expect(rulerMarks(0.6)).toEqual({ marks: [0, 0.2, 0.4, 0.6], tenths: true });
  expect(rulerMarks(415.627).marks).toEqual([0, 120, 240, 360]);
  expect(rulerMarks(30_000).marks).toEqual([0, 7200, 14_400, 21_600, 28_800]);
});
