import { expect, test } from 'vitest';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { AudioSource } from '../../../../../../renderer/panels/audio/model/audio-document.ts';
import { judgeSource, learnedBytes } from '../../../../../../renderer/panels/audio/model/judge-source.ts';

const source = (by: Partial<AudioSource> = {}, sizeBytes = 1_000_000, name = 'a.wav'): AudioSource => ({
  file: { id: 'f', name, type: 'audio/wav', sizeBytes },
  container: 'WAVE',
  codec: 'pcm-s16',
  channels: 1,
  sampleRate: 16_000,
  duration: 20,
  peaks: [],
  faults: [],
  ...by,
});
const limit = (by: Partial<LearnedLimit>): LearnedLimit => ({
  id: 'l',
  connectionId: 'c',
  routeId: 'audio.transcriptions',
  model: null,
  kind: 'largest-body',
  field: 'file',
  refused: null,
  allowed: [],
  said: '',
  seenAt: 0,
  times: 1,
  exchangeId: 'e',
  ...by,
});
const kinds = (given: ReturnType<typeof judgeSource>) => given.doubts.map(({ kind }) => kind);

test('a small WAV fits', () => {
  expect(judgeSource(source(), [], 'whisper', false)).toEqual({ light: 'ok', doubts: [] });
});

test('the public limit warns, since nobody knows whether it holds here', () => {
  const large = judgeSource(source({}, 30_000_000), [], 'other', false);
  expect(large.light).toBe('warn');
  expect(kinds(large)).toEqual(['public-size']);
  expect(kinds(judgeSource(source({}, 24_000_000), [], 'other', false))).toEqual(['near-public-size']);
  expect(judgeSource(source({}, 300_000_000), [], 'other', false)).toMatchObject({ light: 'bad' });
});

test('what a refusal taught goes before the public limit, both ways', () => {
  const strict = [limit({ refused: '2000000' })];
  expect(judgeSource(source({}, 2_000_000), strict, 'other', false).light).toBe('bad');
  expect(kinds(judgeSource(source({}, 1_900_000), strict, 'other', false))).toEqual(['near-learned-size']);
  const wide = [limit({ allowed: ['100000000'], refused: '120000000' })];
  expect(judgeSource(source({}, 40_000_000), wide, 'other', false).light).toBe('ok');
  expect(learnedBytes(wide)?.bytes).toBe(100_000_001);
});

test('a refusal of the whole request counts what stands around the file', () => {
  const whole = [limit({ field: null, refused: '2000400' })];
  expect(judgeSource(source({}, 2_000_000), whole, 'other', false).light).toBe('bad');
  expect(judgeSource(source({}, 1_000_000), whole, 'other', false).light).toBe('ok');
});

test('a format that was refused, or that nobody lists, is said', () => {
  const refused = [limit({ kind: 'unsupported-format', refused: 'ogg' })];
  expect(judgeSource(source({}, 100, 'a.OGG'), refused, 'other', false).light).toBe('bad');
  expect(kinds(judgeSource(source({}, 100, 'a.aiff'), [], 'other', false))).toEqual(['ending']);
});

test('faults of the file itself decide the light', () => {
  expect(judgeSource(source({ faults: ['silent'] }), [], 'other', false).light).toBe('warn');
  expect(judgeSource(source({ faults: ['broken-wav'] }), [], 'other', false).light).toBe('bad');
});

test('long sounds for models that tell speakers apart need to be cut by the service', () => {
  expect(kinds(judgeSource(source({ duration: 31 }), [], 'diarize', false))).toEqual(['needs-chunking']);
  expect(kinds(judgeSource(source({ duration: 31 }), [], 'diarize', true))).toEqual([]);
});
