import { expect, test } from 'vitest';
import { readSubtitles } from '../../../../../renderer/panels/audio/model/subtitles.ts';
import { growth } from '../../../../support/growth.ts';

test.each([
  ['digits', (size: number) => `${'0'.repeat(size)}0:0:00,0`],
  ['tags', (size: number) => `1\n00:00:00,000 --> 00:00:01,000\n${'<'.repeat(size)}`],
])('the cost of parsing subtitles of nothing but %s is linear in their length', (_what, text) => {
  expect(growth(6000, text, readSubtitles)).toBeLessThan(24);
});
