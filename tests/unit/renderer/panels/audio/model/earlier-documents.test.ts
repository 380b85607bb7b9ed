import { expect, test } from 'vitest';
import { defaultSpeakSettings } from '../../../../../../renderer/lib/generation/speak-settings.ts';
import {
  type AudioCall,
  newCall,
  type TranscribeDocument,
} from '../../../../../../renderer/panels/audio/model/audio-document.ts';
import {
  type CorrectedRun,
  laterDocuments,
  type RoundTripDocument,
} from '../../../../../../renderer/panels/audio/model/earlier-documents.ts';
import { defaultTranscribeSettings } from '../../../../../../renderer/panels/audio/model/transcribe-settings.ts';

const file = { id: 'f', name: 'take.wav', type: 'audio/wav', sizeBytes: 10 };
const place = { connectionId: 'g', keyId: null };
const speaking = (voice: string, by: Partial<AudioCall> = {}): AudioCall => ({
  ...newCall({ ...place, id: `s-${voice}`, order: { kind: 'speak', voice }, routeId: 'audio.speech', model: 'tts' }),
  ...{ state: 'done', file, ...by },
});
const hearing = (id: string, by: Partial<AudioCall> = {}): AudioCall => ({
  ...newCall({
    ...{ ...place, id, routeId: 'audio.transcriptions', model: 'whisper' },
    order: { kind: 'hear', file, offset: 0, seconds: null },
  }),
  ...{ state: 'done', text: 'hallo', ...by },
});

const trip: RoundTripDocument = {
  ...{ kind: 'trip', id: 't', createdAt: 7, text: 'hello\nthere' },
  rows: [
    { id: 'a', settings: { ...defaultSpeakSettings, voice: 'ash' }, speak: speaking('ash'), hear: hearing('h') },
    { id: 'b', settings: { ...defaultSpeakSettings, voice: 'sage' }, speak: speaking('sage'), hear: null },
    {
      ...{ id: 'c', settings: defaultSpeakSettings, hear: null },
      speak: speaking('echo', { state: 'waiting', file: null }),
    },
  ],
};

test('a round trip becomes a text with its takes, and a transcription with the text as reference', () => {
  const [speech, ...transcriptions] = laterDocuments(trip) ?? [];
  expect(speech).toMatchObject({ kind: 'speak', id: 't', createdAt: 7, text: 'hello\nthere' });
  expect(speech?.kind === 'speak' && speech.takes.map(({ id, call }) => [id, call.id, call.file?.id])).toEqual([
    ['a', 's-ash', 'f'],
    ['b', 's-sage', 'f'],
  ]);
  expect(transcriptions).toHaveLength(1);
  expect(transcriptions[0]).toMatchObject({
    ...{ kind: 'hear', id: 't-a', name: 'ash: hello', reference: 'hello\nthere', source: { file } },
    runs: [{ id: 'h', calls: [{ id: 'h', text: 'hallo' }] }],
  });
});

const segments = ['The thick brown', 'fox', 'jumps.'].map((text, at) => ({
  ...{ start: at, end: at + 1, text, speaker: null },
}));
const run = (id: string, edits?: CorrectedRun['edits']): CorrectedRun => ({
  ...{ id, translate: false, settings: defaultTranscribeSettings, overlap: 0, ...(edits && { edits }) },
  calls: [hearing(`c-${id}`, { text: 'The thick brown fox jumps.', segments })],
});
const documentWith = (runs: CorrectedRun[], reference?: string): TranscribeDocument => ({
  ...{ kind: 'hear', id: 'd', createdAt: 0, name: 'a.wav', source: null, original: null, recording: null },
  ...{ runs, ...(reference && { reference }) },
});

test('a corrected transcript becomes the reference of its audio, and the transcript is what the model returned', () => {
  const later = laterDocuments(documentWith([run('r', { 0: 'The quick brown', 1: '' })]));
  expect(later).toEqual([{ ...documentWith([run('r')]), reference: 'The quick brown jumps.' }]);
});

test('a correction beside a reference is kept as the reference of a document of its own', () => {
  const stored = documentWith([run('r', { text: 'All of it.' }), run('other')], 'Given.');
  const [first, second, ...more] = laterDocuments(stored) ?? [];
  expect(first).toEqual(documentWith([run('r'), run('other')], 'Given.'));
  expect(second).toMatchObject({ id: 'd-r', reference: 'All of it.', runs: [{ id: 'r' }] });
  expect(more).toEqual([]);
});

test('a document without corrections stays as it is', () => {
  expect(laterDocuments(documentWith([run('r', {})], 'Given.'))).toBeNull();
  expect(laterDocuments({ kind: 'speak', id: 's', createdAt: 0, text: '', takes: [] })).toBeNull();
});
