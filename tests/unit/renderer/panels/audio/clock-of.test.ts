import { expect, test } from 'vitest';
import { formatMs } from '../../../../../renderer/lib/i18n/format.ts';
import { clockOf, hasTenths, rulerMarks } from '../../../../../renderer/panels/audio/clock-of.ts';

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

test('a length is rounded the same by the player as everywhere else', () => {
  const player = (seconds: number) => clockOf(seconds, hasTenths(seconds));
  const elsewhere = (seconds: number) => formatMs(seconds * 1000);
  for (const [seconds, inPlayer, asFact] of [
    [1.06, '0:01.1', '1.1 s'],
    [6.295, '0:06.3', '6.3 s'],
    [6.87, '0:06.9', '6.9 s'],
    [59.94, '0:59.9', '59.9 s'],
    [59.96, '1:00', '1:00'],
    [415.627, '6:56', '6:56'],
    [3599.6, '1:00:00', '1:00:00'],
  ] as const)
    expect([player(seconds), elsewhere(seconds)]).toEqual([inPlayer, asFact]);
});
