import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from '../../../../../renderer/lib/media/base64.ts';
import { fromPcm16, levelOf, toPcm16 } from '../../../../../renderer/lib/media/pcm.ts';
import { createResampler } from '../../../../../renderer/lib/media/resample.ts';

test('16-bit audio is little endian, and samples out of range are clipped', () => {
  expect([...toPcm16(Float32Array.of(0, 1, -1, 2, -2, 0.5))]).toEqual([
    0x00, 0x00, 0xff, 0x7f, 0x00, 0x80, 0xff, 0x7f, 0x00, 0x80, 0x00, 0x40,
  ]);
});

test('a round trip restores the samples within half a step', () => {
  const samples = Float32Array.from({ length: 2000 }, (_, at) => Math.sin(at / 7) * 0.9);
  const back = fromPcm16(fromBase64(toBase64(toPcm16(samples))));
  expect(back).toHaveLength(samples.length);
  expect(Math.max(...back.map((value, at) => Math.abs(value - (samples[at] as number))))).toBeLessThan(1 / 16_384);
});

test('half a sample at the end is dropped', () => {
  expect(fromPcm16(Uint8Array.of(0, 64, 1))).toHaveLength(1);
});

test('a level ranges from silence to full scale in decibels', () => {
  expect(levelOf(new Float32Array(100))).toBe(0);
  expect(levelOf(new Float32Array())).toBe(0);
  expect(levelOf(new Float32Array(100).fill(1))).toBe(1);
  expect(levelOf(new Float32Array(100).fill(10 ** (-30 / 20)))).toBeCloseTo(0.5);
});

test.each([
  [48_000, 24_000],
  [44_100, 24_000],
  [24_000, 48_000],
  [16_000, 24_000],
  [24_000, 24_000],
])('a tone of 440 Hz stays one from %i to %i Hz, whatever the chunk boundaries', (from, to) => {
  const seconds = 1;
  const samples = Float32Array.from({ length: from * seconds }, (_, at) => Math.sin((2 * Math.PI * 440 * at) / from));
  const whole = createResampler(from, to).push(samples);
  const resampler = createResampler(from, to);
  const pieces: number[] = [];
  for (let at = 0, size = 1; at < samples.length; at += size, size = (size * 7) % 911)
    pieces.push(...resampler.push(samples.subarray(at, at + size)));
  // The last ones wait for the look-ahead of their kernel.
  expect(to * seconds - whole.length).toBeGreaterThanOrEqual(0);
  expect((to * seconds - whole.length) / to).toBeLessThan(0.005);
  expect(pieces.length).toBe(whole.length);
  expect(Math.max(...pieces.map((value, at) => Math.abs(value - (whole[at] as number))))).toBeLessThan(1e-5);
  let crossings = 0;
  for (let at = 1; at < whole.length; at += 1)
    if ((whole[at - 1] as number) < 0 && (whole[at] as number) >= 0) crossings += 1;
  expect(Math.abs(crossings - 440)).toBeLessThanOrEqual(2);
});

test('downsampling does not alias high frequencies into the audible range', () => {
  const samples = Float32Array.from({ length: 48_000 }, (_, at) => Math.sin((2 * Math.PI * 23_000 * at) / 48_000));
  expect(levelOf(createResampler(48_000, 24_000).push(samples))).toBeLessThan(levelOf(samples) - 0.2);
});
