import { expect, test } from 'vitest';
import { readSoundFacts } from '../../../../../renderer/lib/sound/decode.ts';
import { writeWav } from '../../../../../renderer/lib/sound/wav.ts';

test('a WAV says what it is', async () => {
  expect(await readSoundFacts(writeWav(new Float32Array(36_000), 24_000))).toEqual({
    container: 'WAVE',
    codec: 'pcm-s16',
    channels: 1,
    sampleRate: 24_000,
    duration: 1.5,
    canDecode: true,
  });
});

test('text and nothing are no sound', async () => {
  expect(await readSoundFacts(new Blob(['nothing to hear in here, just words']))).toBe('unknown');
  expect(await readSoundFacts(new Blob([]))).toBe('unknown');
});
