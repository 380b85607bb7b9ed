import { expect, test, vi } from 'vitest';
import { readWavFile } from '../../../../../../renderer/lib/media/wav.ts';
import { convertAudio, cutAudio, planParts } from '../../../../../../renderer/panels/audio/transcribe/convert-audio.ts';
import { writeWav } from '../../../../../support/write-wav.ts';

vi.mock(
  import('../../../../../../renderer/lib/workers/workers.ts'),
  () => import('../../../lib/media/worker-threads.ts'),
);

test('audio that fits below the limit as a small WAV is one file', () => {
  expect(planParts(60, 25_000_000)).toEqual({ count: 1, seconds: 60, overlap: 0, rate: 16_000, bytes: 1_920_044 });
});

test.each([
  ['an hour', 3600, 25_000_000],
  ['a minute below a low limit', 60, 400_000],
  ['a few seconds below a limit that no part keeps', 8, 1000],
])('%s is sent in parts that overlap, reach the end and stay below the limit', (_name, length, limit) => {
  const { count, seconds, overlap, bytes } = planParts(length, limit);
  expect(count).toBeGreaterThan(1);
  expect(seconds).toBeGreaterThan(overlap * 2);
  expect(count * (seconds - overlap) + overlap).toBeCloseTo(length);
  if (limit > 1000) expect(bytes).toBeLessThan(limit);
});

test('a stretch becomes a WAV of the planned rate, whole or in parts whose seams are in both', async () => {
  const tone = Float32Array.from({ length: 48_000 * 4 }, (_, at) => Math.sin(at / 20) / 2);
  const done: number[] = [];
  const options = { from: 1, to: 4, rate: 16_000, onProgress: (seconds: number) => done.push(seconds) };
  const pcm = await convertAudio(writeWav(tone, 48_000), options);
  expect(pcm.size / 32_000).toBeCloseTo(3, 1);
  expect(done.at(-1)).toBeCloseTo(3);
  const [whole] = cutAudio(pcm, 'call.mp3', { count: 1, seconds: 3, overlap: 0, rate: 16_000, bytes: 0 });
  expect(whole?.file.name).toBe('call.wav');
  expect(whole && (await readWavFile(whole.file))).toMatchObject({ fault: 'none', sampleRate: 16_000, channels: 1 });
  const parts = cutAudio(pcm, 'call.mp3', { count: 2, seconds: 2, overlap: 1, rate: 16_000, bytes: 0 });
  expect(parts.map(({ file, offset }) => [file.name, offset])).toEqual([
    ['call-part-1.wav', 0],
    ['call-part-2.wav', 1],
  ]);
  const [first, second] = await Promise.all(parts.map(async ({ file }) => new Uint8Array(await file.arrayBuffer())));
  expect(first?.slice(44 + 32_000, 44 + 40_000)).toEqual(second?.slice(44, 44 + 8000));
});
