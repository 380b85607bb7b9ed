import { expect, test } from 'vitest';
import { bandLayouts } from '#demo/media/aac/band-layouts.ts';
import type { ChannelData } from '#demo/media/aac/channel-data.ts';
import { AacDecoder, unpair } from '#demo/media/aac/decoder.ts';
import { FilterBank, sequences } from '#demo/media/aac/filter-bank.ts';
import { unshape } from '#demo/media/aac/noise-shaping.ts';
import { readChannel } from '#demo/media/aac/read-channel.ts';
import { readSpectrum } from '#demo/media/aac/spectrum.ts';
import { BitReader } from '#demo/media/bits.ts';
import { bytesOfBits } from './bytes-of-bits.ts';

const layout = bandLayouts[4];
if (!layout) throw new Error('there are no bands for 44.1 kHz');
const oneBand = { sequence: 0, shape: 0, groups: [1], bandCount: 1, bands: [0, 16] };

test('noise has the level given by its band, minus the offset of 90 from the channel gain', () => {
  // Gain 100; a long window with one band; book 13 for one band; 286 of 256; no pulses, shaping or gain control.
  const bits = new BitReader(bytesOfBits('01100100 0 00 0 000001 0 1101 00001 100011110 0 0 0'));
  const { spectrum } = readChannel(bits, layout, null);
  expect(Math.hypot(...spectrum)).toBeCloseTo(2 ** (40 / 4), 6);
  expect(new Set(spectrum.subarray(0, 4)).size).toBe(4);
});

test('pulses add to a coefficient before it is scaled', () => {
  // Book 5: (1, -1), then seven pairs of zeros.
  const bits = new BitReader(bytesOfBits('11000 0000000'));
  const pulses = [0, 1].map((place) => ({ place, height: 7 }));
  const spectrum = readSpectrum(bits, oneBand, Uint8Array.of(5), Int16Array.of(100), pulses);
  const expected = [16, -16, 0];
  for (const [place, value] of expected.entries()) expect(spectrum[place]).toBeCloseTo(value, 9);
});

const channel = (book: number, scale: number, values: readonly number[]): ChannelData => {
  const spectrum = new Float64Array(1024);
  spectrum.set(values);
  return { window: oneBand, bandBooks: Uint8Array.of(book), scales: Int16Array.of(scale), spectrum, shaping: [] };
};

test.each([
  ['sum and difference', 5, [7, 3], { isSum: [true], isPerBand: true }, [10, 4]],
  ['left and right', 5, [7, 3], { isSum: [false], isPerBand: true }, [7, 3]],
  ['the same in both, half as loud', 15, [8, 0], { isSum: [false], isPerBand: true }, [8, 4]],
  ['out of phase', 14, [8, 0], { isSum: [false], isPerBand: true }, [8, -4]],
  ['out of phase, turned', 14, [8, 0], { isSum: [true], isPerBand: true }, [8, 4]],
  ['in phase, as all bands are sums', 15, [8, 0], { isSum: [true], isPerBand: false }, [8, 4]],
])('a band of a pair: %s', (_, book, [first, second], sums, expected) => {
  const left = channel(5, 100, [first as number]);
  const right = channel(book, 4, [second as number]);
  unpair(left, right, sums);
  expect([left.spectrum[0], right.spectrum[0]]).toEqual(expected);
});

test.each([
  [false, [0, 0, 1, -0.5, 0.25, -0.125]],
  [true, [0.25, -0.5, 1, 0, 0, 0]],
])('noise shaping is undone along the bands (downward: %s)', (isDownward, expected) => {
  const shaped = channel(5, 100, [0, 0, 1]);
  const window = { ...oneBand, bandCount: 1, bands: [0, 6, 12] };
  unshape({ ...shaped, window, shaping: [[{ length: 2, isDownward, reflections: [0.5] }]] }, layout);
  expect([...shaped.spectrum.subarray(0, 6)].map((value) => value + 0)).toEqual(expected);
  expect(shaped.spectrum.subarray(6).every((value) => value === 0)).toBe(true);
});

test('a frame has at most eight channels', () => {
  const silent = '000 0000 01100100 0 00 0 000000 0 0 0 0 ';
  const frame = (count: number) => bytesOfBits(`${silent.repeat(count)}111`);
  const decode = (count: number) => new AacDecoder(bytesOfBits('00010 0100 0010 000')).decodeFrames([frame(count)]);
  expect(decode(8).channelData).toHaveLength(8);
  expect(() => decode(9)).toThrow('its data is damaged');
});

const { long, start, short, stop } = sequences;

test.each([
  ['sine windows', [long, long, long, long], [0, 0, 0, 0]],
  ['Kaiser-Bessel windows', [long, long, long, long], [1, 1, 1, 1]],
  ['short windows of both shapes', [long, start, short, short, stop, long], [0, 1, 0, 1, 1, 0]],
])('%s restore the signal that was transformed with them', (_, order, shapes) => {
  const signal = Float64Array.from({ length: 1024 * (order.length + 1) }, (_value, index) => Math.sin(index * index));
  const bank = new FilterBank();
  for (const [number, sequence] of order.entries()) {
    const shape = shapes[number] as number;
    const block = signal.subarray(1024 * number, 1024 * (number + 2));
    const samples = bank.synthesize(transformed(block, sequence, shapes[number - 1] ?? 0, shape), sequence, shape);
    if (number === 0) continue;
    const error = samples.reduce(
      (most, sample, index) => Math.max(most, Math.abs(sample - (block[index] as number))),
      0,
    );
    expect(error).toBeLessThan(1e-9);
  }
});

/** The forward transform of a frame, straight from its definition. */
function transformed(block: Float64Array, sequence: number, before: number, shape: number): Float64Array {
  if (sequence !== short) {
    const rising = edge(sequence === stop ? 128 : 1024, before);
    const falling = edge(sequence === start ? 128 : 1024, shape).reverse();
    const weights = [...rising, ...falling];
    return cosines(block.map((value, index) => value * (weights[index] as number)));
  }
  const spectrum = new Float64Array(1024);
  for (let number = 0; number < 8; number++) {
    const rising = half(128, number === 0 ? before : shape);
    const weights = [...rising, ...half(128, shape).reverse()];
    const from = 448 + 128 * number;
    const part = block.slice(from, from + 256).map((value, index) => value * (weights[index] as number));
    spectrum.set(cosines(part), 128 * number);
  }
  return spectrum;
}

/** A rising half of 1,024 samples whose slope has a given length. */
function edge(length: number, shape: number): number[] {
  const flat = (1024 - length) / 2;
  return [...Array<number>(flat).fill(0), ...half(length, shape), ...Array<number>(flat).fill(1)];
}

function half(length: number, shape: number): number[] {
  if (shape === 0) return Array.from({ length }, (_, index) => Math.sin(((index + 0.5) * Math.PI) / (2 * length)));
  const alpha = length === 1024 ? 4 : 6;
  const weights = Array.from({ length: length + 1 }, (_, index) =>
    bessel(Math.PI * alpha * Math.sqrt(1 - ((2 * index) / length - 1) ** 2)),
  );
  const sumTo = (end: number) => weights.slice(0, end).reduce((sum, weight) => sum + weight, 0);
  return Array.from({ length }, (_, index) => Math.sqrt(sumTo(index + 1) / sumTo(length + 1)));
}

/** The modified Bessel function of order zero, as the mean of exp(x cos t) over a circle. */
function bessel(value: number): number {
  const steps = 64;
  let sum = 0;
  for (let step = 0; step < steps; step++) sum += Math.exp(value * Math.cos((2 * Math.PI * step) / steps));
  return sum / steps;
}

function cosines(block: Float64Array): Float64Array {
  const size = block.length / 2;
  return Float64Array.from({ length: size }, (_, line) => {
    let sum = 0;
    for (let index = 0; index < 2 * size; index++)
      sum += (block[index] as number) * Math.cos((Math.PI / size) * (index + 0.5 + size / 2) * (line + 0.5));
    return 2 * 32_768 * sum;
  });
}
