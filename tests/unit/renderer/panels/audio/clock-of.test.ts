import { expect, test } from 'vitest';
import { clockOf } from '../../../../../renderer/panels/audio/clock-of.ts';

test('seconds are shown as a player shows them', () => {
  expect([0, 7.9, 75, 3723].map((seconds) => clockOf(seconds))).toEqual(['0:00', '0:07', '1:15', '1:02:03']);
});

test('tenths are cut off and never rounded up to the next minute', () => {
  expect([0.04, 7.45, 59.99].map((seconds) => clockOf(seconds, true))).toEqual(['0:00.0', '0:07.4', '0:59.9']);
});
