import { expect, test } from 'vitest';
import { statusIntent, verdictIntent } from '../../../../renderer/lib/verdict.ts';

test('a reply that is not all of it has another color than one that is odd', () => {
  expect(verdictIntent('done-with-warnings', 'cut-short')).toBe('warn');
  expect(verdictIntent('done-with-warnings', 'filtered')).toBe('warn');
  expect(verdictIntent('done-with-warnings', 'no-end-mark')).toBe('odd');
  expect(verdictIntent('interrupted', 'cut-short')).toBe('bad');
});

test('a status that says yes stays neutral when the response broke after it', () => {
  expect(statusIntent('interrupted', 200)).toBe('neutral');
  expect(statusIntent('failed', 200)).toBe('neutral');
  expect(statusIntent('done-with-warnings', 200)).toBe('neutral');
  expect(statusIntent('failed', 503)).toBe('bad');
  expect(statusIntent('failed', null)).toBe('bad');
  expect(statusIntent('done', 200)).toBe('ok');
});
