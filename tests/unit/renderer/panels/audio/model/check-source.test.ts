import { expect, test } from 'vitest';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { AudioSource } from '../../../../../../renderer/panels/audio/model/audio-document.ts';
import { checkSource, learnedBytes } from '../../../../../../renderer/panels/audio/model/check-source.ts';

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
const kinds = (given: ReturnType<typeof checkSource>) => given.warnings.map(({ kind }) => kind);

test('a small WAV fits', () => {
  expect(checkSource(source(), [], 'whisper', false)).toEqual({ light: 'ok', warnings: [] });
});

test('the public limit warns, since it may not apply here', () => {
  const large = checkSource(source({}, 30_000_000), [], 'other', false);
  expect(large.light).toBe('warn');
  expect(kinds(large)).toEqual(['public-size']);
  expect(kinds(checkSource(source({}, 24_000_000), [], 'other', false))).toEqual(['near-public-size']);
  expect(checkSource(source({}, 300_000_000), [], 'other', false)).toMatchObject({ light: 'bad' });
});

test('a limit learned from a rejection takes precedence over the public limit, both ways', () => {
  const strict = [limit({ refused: '2000000' })];
  expect(checkSource(source({}, 2_000_000), strict, 'other', false).light).toBe('bad');
  expect(kinds(checkSource(source({}, 1_900_000), strict, 'other', false))).toEqual(['near-learned-size']);
  const wide = [limit({ allowed: ['100000000'], refused: '120000000' })];
  expect(checkSource(source({}, 40_000_000), wide, 'other', false).light).toBe('ok');
  expect(learnedBytes(wide)?.bytes).toBe(100_000_001);
});

test('the rejection of a whole request includes the overhead around the file', () => {
  const whole = [limit({ field: null, refused: '2000400' })];
  expect(checkSource(source({}, 2_000_000), whole, 'other', false).light).toBe('bad');
  expect(checkSource(source({}, 1_000_000), whole, 'other', false).light).toBe('ok');
});

test('a rejected or unlisted format is reported', () => {
  const refused = [limit({ kind: 'unsupported-format', refused: 'ogg' })];
  expect(checkSource(source({}, 100, 'a.OGG'), refused, 'other', false).light).toBe('bad');
  expect(kinds(checkSource(source({}, 100, 'a.aiff'), [], 'other', false))).toEqual(['ending']);
});

test('faults of the file itself decide the status light', () => {
  expect(checkSource(source({ faults: ['silent'] }), [], 'other', false).light).toBe('warn');
  expect(checkSource(source({ faults: ['broken-wav'] }), [], 'other', false).light).toBe('bad');
});

test('for diarization models, long audio must be chunked by the service', () => {
  expect(kinds(checkSource(source({ duration: 31 }), [], 'diarize', false))).toEqual(['needs-chunking']);
  expect(kinds(checkSource(source({ duration: 31 }), [], 'diarize', true))).toEqual([]);
});
