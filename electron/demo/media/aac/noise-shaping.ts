import type { BitReader } from '../bits.ts';
import type { BandLayout } from './band-layouts.ts';
import type { ChannelData, ShapingFilter } from './channel-data.ts';
import { sequences, shortLength } from './filter-bank.ts';

/** Reads the filters of each window. */
export function readNoiseShaping(bits: BitReader, isShort: boolean): ShapingFilter[][] {
  return Array.from({ length: isShort ? 8 : 1 }, () => {
    const count = bits.read(isShort ? 1 : 2);
    const resolution = count > 0 ? bits.read(1) + 3 : 0;
    return Array.from({ length: count }, () => readFilter(bits, isShort, resolution));
  });
}

function readFilter(bits: BitReader, isShort: boolean, resolution: number): ShapingFilter {
  const length = bits.read(isShort ? 4 : 6);
  const order = bits.read(isShort ? 3 : 5);
  if (order === 0) return { length, isDownward: false, reflections: [] };
  const isDownward = bits.read(1) === 1;
  const width = resolution - bits.read(1);
  const reflections = Array.from({ length: order }, () => {
    const value = bits.signed(width);
    const steps = 2 ** (resolution - 1) + (value >= 0 ? -0.5 : 0.5);
    return Math.sin((value * Math.PI) / (2 * steps));
  });
  return { length, isDownward, reflections };
}

/** Undoes the noise shaping of a channel, in its spectrum. */
export function unshape({ window, spectrum, shaping }: ChannelData, { mostShaped }: BandLayout): void {
  const { bands, bandCount, sequence } = window;
  const most = Math.min(bandCount, sequence === sequences.short ? mostShaped.short : mostShaped.long);
  const placeOf = (band: number) => bands[Math.min(band, most)] as number;
  for (const [number, filters] of shaping.entries()) {
    const start = number * shortLength;
    let top = bands.length - 1;
    for (const { length, isDownward, reflections } of filters) {
      const bottom = Math.max(0, top - length);
      const range = spectrum.subarray(start + placeOf(bottom), start + placeOf(top));
      if (reflections.length > 0) filter(isDownward ? range.reverse() : range, predictorOf(reflections));
      if (reflections.length > 0 && isDownward) range.reverse();
      top = bottom;
    }
  }
}

/** Converts reflection coefficients to prediction coefficients (Levinson). */
function predictorOf(reflections: readonly number[]): number[] {
  let predictor: number[] = [];
  for (const reflection of reflections) {
    const before = predictor;
    predictor = before.map((value, index) => value + reflection * (before[before.length - 1 - index] as number));
    predictor.push(reflection);
  }
  return predictor;
}

/** Applies an all-pole filter in place. */
function filter(values: Float64Array, predictor: readonly number[]): void {
  for (let index = 0; index < values.length; index++) {
    let value = values[index] as number;
    for (let back = 1; back <= Math.min(predictor.length, index); back++)
      value -= (predictor[back - 1] as number) * (values[index - back] as number);
    values[index] = value;
  }
}
