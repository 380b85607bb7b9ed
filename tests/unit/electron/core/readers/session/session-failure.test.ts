import { expect, test } from 'vitest';
import { readSessionError } from '#core/readers/session/session-failure.ts';

test.each([
  [{ error: { type: 'server_error', message: 'it broke' } }, 'it broke'],
  [{ error: 'Unsupported audio format' }, 'Unsupported audio format'],
  [{ message: 'it broke', code: 'x' }, 'it broke'],
  [{ error: { message: '{"detail":"inner words"}' } }, 'inner words'],
])('the words of an error event are quoted: %j', (fields, message) => {
  const { failure } = readSessionError({ type: 'error', ...fields });
  expect(failure).toMatchObject({ gatewayMessage: message, status: null });
  expect(failure.message).not.toContain('status');
});

test('an error event is classified like any other error', () => {
  const code = (message: string) => readSessionError({ type: 'error', error: { message } }).failure.code;
  expect(code('You exceeded your current quota')).toBe('quota');
  expect(code('Rate limit reached')).toBe('rate-limited');
});
