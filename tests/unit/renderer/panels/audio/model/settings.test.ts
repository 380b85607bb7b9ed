import { expect, test } from 'vitest';
import { defaultSpeakSettings, speakBody } from '../../../../../../renderer/lib/generation/speak-settings.ts';
import {
  defaultTranscribeSettings,
  mismatchOf,
  settingsFor,
  transcribeFamilyOf,
  transcribeFields,
} from '../../../../../../renderer/panels/audio/model/transcribe-settings.ts';

const file = { id: 'f1', name: 'a.wav', type: 'audio/wav', sizeBytes: 10 };

test('only selected fields are in the form, before the file, and lists have their brackets', () => {
  expect(transcribeFields('whisper-1', file, defaultTranscribeSettings, false)).toEqual([
    { kind: 'text', name: 'model', value: 'whisper-1' },
    { kind: 'text', name: 'response_format', value: 'verbose_json' },
    { kind: 'text', name: 'timestamp_granularities[]', value: 'segment' },
    { kind: 'text', name: 'timestamp_granularities[]', value: 'word' },
    { kind: 'file', name: 'file', fileId: 'f1' },
  ]);
});

test('a translation has no language, granularities or stream', () => {
  const settings = {
    ...defaultTranscribeSettings,
    language: { on: true, value: 'de' },
    stream: { on: true, value: true },
  };
  const names = transcribeFields('whisper-1', file, settings, true).map(({ name }) => name);
  expect(names).toEqual(['model', 'response_format', 'file']);
});

test('parameters depend on the model', () => {
  expect(
    ['whisper-1', 'openai/whisper-large-v3', 'gpt-4o-transcribe-diarize', 'gpt-4o-mini-transcribe', 'x'].map(
      transcribeFamilyOf,
    ),
  ).toEqual(['whisper', 'whisper', 'diarize', 'gpt', 'other']);
  expect(mismatchOf('response_format', defaultTranscribeSettings, 'gpt')).toBe('format-not-taken');
  expect(mismatchOf('response_format', defaultTranscribeSettings, 'other')).toBeNull();
  const streamed = { ...defaultTranscribeSettings, stream: { on: true, value: true } };
  expect(mismatchOf('stream', streamed, 'whisper')).toBe('no-stream');
  const srt = { ...defaultTranscribeSettings, response_format: { on: true, value: 'srt' as const } };
  expect(mismatchOf('timestamp_granularities', srt, 'whisper')).toBe('needs-verbose');
});

test('the body of a speech request contains exactly the selected fields', () => {
  expect(JSON.parse(speakBody('tts-1', 'Hi', defaultSpeakSettings))).toEqual({
    model: 'tts-1',
    input: 'Hi',
    voice: 'alloy',
    response_format: 'wav',
  });
  const silent = { ...defaultSpeakSettings, voice: ' ', response_format: { on: false, value: 'mp3' as const } };
  expect(JSON.parse(speakBody('tts-1', 'Hi', silent))).toEqual({ model: 'tts-1', input: 'Hi' });
});

test('a model that is compared gets plain JSON where it does not take the selected format', () => {
  expect(settingsFor('whisper-1', defaultTranscribeSettings)).toBe(defaultTranscribeSettings);
  expect(settingsFor('unknown', defaultTranscribeSettings)).toBe(defaultTranscribeSettings);
  const names = transcribeFields(
    'gpt-4o-transcribe',
    file,
    settingsFor('gpt-4o-transcribe', defaultTranscribeSettings),
    false,
  );
  expect(names.slice(0, -1)).toEqual([
    { kind: 'text', name: 'model', value: 'gpt-4o-transcribe' },
    { kind: 'text', name: 'response_format', value: 'json' },
  ]);
});
