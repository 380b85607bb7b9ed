import { expect, test } from 'vitest';
import { defaultSpeakSettings } from '../../../../../renderer/lib/generation/speak-settings.ts';
import { type AudioCall, newCall } from '../../../../../renderer/panels/audio/model/audio-document.ts';
import { defaultTranscribeSettings } from '../../../../../renderer/panels/audio/model/transcribe-settings.ts';
import { rowOf } from '../../../../../renderer/panels/audio/store.ts';

const file = { id: 'f1', name: 'a.wav', type: 'audio/wav', sizeBytes: 10 };
const call = (by: Partial<AudioCall>): AudioCall => ({
  ...newCall({
    id: 'c',
    order: { kind: 'hear', file, offset: 0, seconds: null },
    routeId: 'audio.transcriptions',
    connectionId: 'g',
    keyId: null,
    model: 'whisper-1',
  }),
  ...by,
});

test('transcribed text is searchable, and the row shows its status', () => {
  const row = rowOf(
    {
      kind: 'hear',
      id: 'd',
      createdAt: 0,
      name: 'call.wav',
      source: null,
      original: null,
      recording: null,
      runs: [
        {
          id: 'r',
          translate: false,
          settings: defaultTranscribeSettings,
          overlap: 0,
          calls: [call({ state: 'interrupted', text: 'half of it' })],
        },
      ],
    },
    true,
  );
  expect(row).toMatchObject({
    title: 'call.wav',
    starred: true,
    note: 'hear|interrupted|0',
    model: 'whisper-1',
    passages: [{ messageId: '0', text: 'half of it' }],
  });
});

test('a text is named by its first line, and its takes are counted', () => {
  const spoken = call({ id: 's', state: 'done', order: { kind: 'speak', voice: 'alloy' }, model: 'tts-1' });
  const take = { settings: defaultSpeakSettings, wrapped: null, rawRate: 24_000, duration: null, peaks: [] };
  const row = rowOf(
    {
      ...{ kind: 'speak', id: 't', createdAt: 0, text: 'hello world\nsecond line' },
      takes: [{ ...take, id: 'r', call: spoken }],
    },
    false,
  );
  expect(row).toMatchObject({ title: 'hello world', note: 'speak|done|1' });
  expect(row.passages.map(({ text }) => text)).toEqual(['hello world\nsecond line']);
});
