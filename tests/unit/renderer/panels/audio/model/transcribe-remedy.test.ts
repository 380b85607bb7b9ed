import { expect, test } from 'vitest';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { failure } from '#shared/protocol/failure.ts';
import {
  transcribeRemedy,
  defaultTranscribeSettings as usual,
} from '../../../../../../renderer/panels/audio/model/transcribe-settings.ts';

const refusal = (message: string, param: string | null = null, status = 400) =>
  failure('parameter', message, { status, param, gatewayMessage: message });

test('a refused format is replaced by the best one that the refusal names', () => {
  const words = "response_format 'verbose_json' is not compatible with model x. Use 'json' or 'text' instead.";
  const remedy = transcribeRemedy(usual, refusal(words, 'response_format'), []);
  expect(remedy).toMatchObject({ field: 'response_format', value: 'json' });
  expect(remedy?.settings.response_format).toEqual({ on: true, value: 'json' });
  expect(remedy?.settings.timestamp_granularities.on).toBe(false);
});

test('allowed values that were learned count, and json where nothing is named', () => {
  const limit = {
    field: 'response_format',
    refused: 'verbose_json',
    allowed: ['srt', 'vtt'],
  } as unknown as LearnedLimit;
  expect(transcribeRemedy(usual, refusal('Unsupported', 'response_format'), [limit])?.value).toBe('srt');
  expect(transcribeRemedy(usual, refusal('Unsupported', 'response_format'), [])?.value).toBe('json');
  const json = { ...usual, response_format: { on: true, value: 'json' as const } };
  expect(transcribeRemedy(json, refusal('response_format is unknown'), [])).toMatchObject({ value: null });
});

test('another parameter that is refused is left out', () => {
  const remedy = transcribeRemedy(usual, refusal('Unknown field', 'timestamp_granularities[]'), []);
  expect(remedy).toMatchObject({ field: 'timestamp_granularities', value: null });
  expect(remedy?.settings.timestamp_granularities.on).toBe(false);
});

test('refusals about something else have no remedy', () => {
  expect(transcribeRemedy(usual, null, [])).toBeNull();
  expect(transcribeRemedy(usual, refusal('Unknown field', 'temperature'), [])).toBeNull();
  expect(transcribeRemedy(usual, refusal('response_format', null, 429), [])).toBeNull();
});
