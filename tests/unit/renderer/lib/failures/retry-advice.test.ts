import { expect, test } from 'vitest';
import { failure } from '#shared/protocol/failure.ts';
import { retryAdvice } from '../../../../../renderer/lib/failures/retry-advice.ts';

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
