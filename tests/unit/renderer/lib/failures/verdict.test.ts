import { expect, test } from 'vitest';
import type { ExchangeState } from '#shared/contract/exchanges.ts';
import { statusIntent, verdictIntent } from '../../../../../renderer/lib/failures/verdict.ts';

const ended = (
  state: ExchangeState,
  status: number | null,
  firstWarning: string | null = null,
  refusedAsPlanned = false,
) => ({
  state,
  status,
  firstWarning,
  refusedAsPlanned,
});

test('an incomplete reply has another color than an anomalous one', () => {
  expect(verdictIntent(ended('done-with-warnings', null, 'cut-short'))).toBe('warn');
  expect(verdictIntent(ended('done-with-warnings', null, 'filtered'))).toBe('warn');
  expect(verdictIntent(ended('done-with-warnings', null, 'no-end-mark'))).toBe('odd');
  expect(verdictIntent(ended('interrupted', null, 'cut-short'))).toBe('bad');
});

test('a success status stays neutral when the response broke after it', () => {
  expect(statusIntent(ended('interrupted', 200))).toBe('neutral');
  expect(statusIntent(ended('failed', 200))).toBe('neutral');
  expect(statusIntent(ended('done-with-warnings', 200))).toBe('neutral');
  expect(statusIntent(ended('failed', 503))).toBe('bad');
  expect(statusIntent(ended('failed', null))).toBe('bad');
  expect(statusIntent(ended('done', 200))).toBe('ok');
});

test('an expected rejection has no color', () => {
  expect(verdictIntent(ended('failed', 404, null, true))).toBe('neutral');
  expect(statusIntent(ended('failed', 404, null, true))).toBe('neutral');
});

test('every stage of a running exchange has the same color', () => {
  expect((['preparing', 'streaming', 'running'] as const).map((state) => verdictIntent({ state }))).toEqual([
    'live',
    'live',
    'live',
  ]);
});
