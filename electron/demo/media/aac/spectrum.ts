import type { BitReader } from '../bits.ts';
import { UnreadableFile } from '../decode.ts';
import type { Pulse, WindowInfo } from './channel-data.ts';
import { type Codebook, scaleFactorBook, spectrumBooks } from './codebooks.ts';
import { shortLength } from './filter-bank.ts';

/** Ids of codebooks that are not for coefficients, and of the one whose largest value is an escape. */
export const books = { silence: 0, escape: 11, reserved: 12, noise: 13, outOfPhase: 14, inPhase: 15 } as const;

interface Layout {
  /** Coefficients per code. */
  count: 2 | 4;
  base: number;
  /** Added to every coefficient, so that none is negative. */
  offset: number;
}

/** By the number of the codebook. Without an offset, each nonzero coefficient is followed by its sign. */
const layouts: readonly Layout[] = [
  { count: 4, base: 3, offset: 1 },
  { count: 4, base: 3, offset: 1 },
  { count: 4, base: 3, offset: 1 },
  { count: 4, base: 3, offset: 0 },
  { count: 4, base: 3, offset: 0 },
  { count: 2, base: 9, offset: 4 },
  { count: 2, base: 9, offset: 4 },
  { count: 2, base: 8, offset: 0 },
  { count: 2, base: 8, offset: 0 },
  { count: 2, base: 13, offset: 0 },
  { count: 2, base: 13, offset: 0 },
  { count: 2, base: 17, offset: 0 },
];

const damaged = () => new UnreadableFile('its data is damaged');

/** Reads one value of a canonical Huffman codebook. */
function readCode(bits: BitReader, { counts, values }: Codebook): number {
  let code = 0;
  let first = 0;
  let before = 0;
  for (const count of counts) {
    code = code * 2 + bits.bit();
    if (code - first < count) return values[before + code - first] as number;
    before += count;
    first = (first + count) * 2;
  }
  throw damaged();
}

/** Reads the step from one scale factor to the next. */
export const readStep = (bits: BitReader): number => readCode(bits, scaleFactorBook) - 60;

/**
 * Reads the scaled coefficients of a channel, window by window. Bands of intensity stereo stay silent.
 *
 * @throws UnreadableFile for damaged data, RangeError when the frame ends early.
 */
export function readSpectrum(
  bits: BitReader,
  window: WindowInfo,
  bandBooks: Uint8Array,
  scales: Int16Array,
  pulses: readonly Pulse[],
): Float64Array {
  const spectrum = new Float64Array(1024);
  for (const { book, from, to } of bandsOf(window, bandBooks)) {
    if (book === books.silence || book >= books.reserved) continue;
    readBand(bits, book, spectrum.subarray(from, to));
  }
  for (const { place, height } of pulses) {
    const value = spectrum[place] as number;
    spectrum[place] = value > 0 ? value + height : value - height;
  }
  for (const { book, index, from, to } of bandsOf(window, bandBooks)) {
    const scale = scales[index] as number;
    const band = spectrum.subarray(from, to);
    if (book === books.noise) fillWithNoise(band, 2 ** (scale / 4));
    else if (book < books.reserved) magnify(band, 2 ** ((scale - 100) / 4));
  }
  return spectrum;
}

interface Band {
  book: number;
  /** Of its group and band. */
  index: number;
  /** Index in the spectrum. */
  from: number;
  to: number;
  window: number;
}

/** Yields every band of every window, in the order in which their coefficients are written. */
export function* bandsOf({ groups, bandCount, bands }: WindowInfo, bandBooks: Uint8Array): Generator<Band> {
  let first = 0;
  for (const [group, size] of groups.entries()) {
    for (let band = 0; band < bandCount; band++) {
      const index = group * bandCount + band;
      const book = bandBooks[index] as number;
      for (let window = first; window < first + size; window++) {
        const start = window * shortLength;
        yield { book, index, window, from: start + (bands[band] as number), to: start + (bands[band + 1] as number) };
      }
    }
    first += size;
  }
}

function readBand(bits: BitReader, book: number, band: Float64Array): void {
  const { count, base, offset } = layouts[book] as Layout;
  const codes = spectrumBooks[book - 1] as Codebook;
  for (let at = 0; at < band.length; at += count) {
    let code = readCode(bits, codes);
    for (let index = count - 1; index >= 0; index--) {
      band[at + index] = (code % base) - offset;
      code = Math.floor(code / base);
    }
    if (offset > 0) continue;
    for (let index = at; index < at + count; index++)
      if (band[index] !== 0 && bits.bit() === 1) band[index] = -(band[index] as number);
    if (book !== books.escape) continue;
    for (let index = at; index < at + count; index++) {
      const value = band[index] as number;
      if (Math.abs(value) === 16) band[index] = Math.sign(value) * readEscape(bits);
    }
  }
}

/** Reads a coefficient of 16 or more. */
function readEscape(bits: BitReader): number {
  let width = 4;
  while (bits.bit() === 1) if (++width > 12) throw damaged();
  return 2 ** width + bits.read(width);
}

/** By the absolute value of a coefficient: the longest escape allows 8,191 and a pulse 15 more. */
const powers = Float64Array.from({ length: 8192 + 64 }, (_, value) => value ** (4 / 3));

function magnify(band: Float64Array, scale: number): void {
  for (let index = 0; index < band.length; index++) {
    const value = band[index] as number;
    const power = powers[Math.abs(value)] as number;
    band[index] = (value < 0 ? -power : power) * scale;
  }
}

/** The same for every file, so that decoding a file always gives the same samples. */
let seed = 1;

/** Fills a band with noise; `level` is the square root of its energy. */
function fillWithNoise(band: Float64Array, level: number): void {
  let energy = 0;
  for (let index = 0; index < band.length; index++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    band[index] = seed;
    energy += seed * seed;
  }
  const scale = level / Math.sqrt(energy);
  for (let index = 0; index < band.length; index++) band[index] = (band[index] as number) * scale;
}
