import { expect, test } from 'vitest';
import { readSessionError, refusesDialect } from '#core/readers/session/session-failure.ts';

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

test.each([
  ['unknown_parameter', 'session.modalities', true],
  ['unknown_parameter', 'session.audio.output.voice', true],
  ['missing_required_parameter', 'session.type', true],
  ['invalid_value', 'session.input_audio_format', true],
  ['invalid_type', 'session.audio.input.format', true],
  // A bad value is one in every dialect.
  ['invalid_value', 'session.audio.output.voice', false],
  ['invalid_value', 'session.voice', false],
  ['invalid_type', 'session.audio.output.speed', false],
  ['invalid_value', 'session.audio.input.turn_detection.threshold', false],
  ['invalid_value', 'session.type_of_day', false],
  ['invalid_value', 'session.tools', false],
])('%s of %s is about the dialect: %s', (code, param, isDialect) => {
  expect(refusesDialect({ type: 'error', error: { code, param, message: 'Not accepted.' } })).toBe(isDialect);
});
