import { expect, test } from 'vitest';
import { failure, failureCodes } from '#shared/routes/failure.ts';
import { headlineOf, hintOf } from '../../../../renderer/lib/failures.ts';
import { loadStrings } from '../../../../renderer/lib/strings.ts';

test('every failure code has words, and a hint of the failure itself comes first', async () => {
  await loadStrings();
  for (const code of failureCodes) {
    expect(headlineOf(failure(code, 'm')).length).toBeGreaterThan(3);
    expect(hintOf(failure(code, 'm')).length).toBeGreaterThan(3);
  }
  expect(hintOf(failure('dns', 'm', { hint: 'Own words.' }))).toBe('Own words.');
});
