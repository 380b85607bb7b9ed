import { expect, test } from 'vitest';
import { createGrowingPeaks, createPeakCounter } from '../../../../../renderer/lib/media/waveform.ts';

test('each column holds the loudest sample of its range, whatever the chunk boundaries', () => {
  const samples = Float32Array.from({ length: 100 }, (_, at) => (at === 55 ? -0.8 : 0.1));
  const whole = createPeakCounter(10, 100);
  whole.push(samples);
  const cut = createPeakCounter(10, 100);
  for (let at = 0; at < 100; at += 7) cut.push(samples.subarray(at, at + 7));
  expect(whole.peaks()).toEqual([0.1, 0.1, 0.1, 0.1, 0.1, 0.8, 0.1, 0.1, 0.1, 0.1]);
  expect(cut.peaks()).toEqual(whole.peaks());
});

test('surplus samples fall into the last column', () => {
  const counter = createPeakCounter(2, 4);
  counter.push(Float32Array.from([0, 0, 0, 0, 0.5]));
  expect(counter.peaks()).toEqual([0, 0.5]);
});

test('growing audio keeps a bounded number of columns and loses no peak', () => {
  const peaks = createGrowingPeaks(8, 10);
  peaks.push(Float32Array.from({ length: 35 }, () => 0.1));
  peaks.push(Float32Array.from([0.9]));
  for (let at = 0; at < 40; at += 1) peaks.push(new Float32Array(50));
  expect(peaks.peaks().length).toBeLessThanOrEqual(8);
  expect(Math.max(...peaks.peaks())).toBe(0.9);
});
