/** Samples per frame and channel. */
export const frameLength = 1024;
export const shortLength = 128;
/** AAC calculates with 16-bit samples. */
const fullScale = 32_768;

/** Ids of the window sequences. */
export const sequences = { long: 0, start: 1, short: 2, stop: 3 } as const;

/** Returns the rising half of a window, per shape: sine, and Kaiser-Bessel derived. */
const halves = (length: number, alpha: number): readonly Float64Array[] => [
  Float64Array.from({ length }, (_, index) => Math.sin((Math.PI / (2 * length)) * (index + 0.5))),
  kaiserHalf(length, alpha),
];

function kaiserHalf(length: number, alpha: number): Float64Array {
  const kernel = Float64Array.from({ length: length + 1 }, (_, index) => {
    const place = (2 * index) / length - 1;
    return bessel(Math.PI * alpha * Math.sqrt(1 - place * place));
  });
  const total = kernel.reduce((sum, value) => sum + value, 0);
  let sum = 0;
  return Float64Array.from({ length }, (_, index) => {
    sum += kernel[index] as number;
    return Math.sqrt(sum / total);
  });
}

/** Computes the modified Bessel function of order zero, by its series. */
function bessel(value: number): number {
  let term = 1;
  let sum = 1;
  for (let order = 1; term > sum * 1e-15; order++) {
    term *= (value / (2 * order)) ** 2;
    sum += term;
  }
  return sum;
}

const longHalves = halves(frameLength, 4);
const shortHalves = halves(shortLength, 6);

/** Converts the spectrum of one channel back into samples, frame by frame. */
export class FilterBank {
  readonly #overlap = new Float64Array(frameLength);
  #shape = 0;

  /**
   * Synthesizes one frame.
   *
   * @param shape id of the window shape of this frame; the rising half has that of the previous frame.
   * @returns 1,024 samples from -1 to 1.
   */
  synthesize(spectrum: Float64Array, sequence: number, shape: number): Float64Array {
    const block = sequence === sequences.short ? this.#shortBlocks(spectrum, shape) : longBlock(spectrum);
    if (sequence !== sequences.short) {
      fade(block, 0, this.#shape, sequence === sequences.stop, false);
      fade(block, frameLength, shape, sequence === sequences.start, true);
    }
    this.#shape = shape;
    for (let index = 0; index < frameLength; index++)
      block[index] = ((block[index] as number) + (this.#overlap[index] as number)) / fullScale;
    this.#overlap.set(block.subarray(frameLength));
    return block.subarray(0, frameLength);
  }

  /** Eight short blocks, each overlapping half of the previous one, in the middle of a frame. */
  #shortBlocks(spectrum: Float64Array, shape: number): Float64Array {
    const block = new Float64Array(2 * frameLength);
    for (let number = 0; number < 8; number++) {
      const part = inverse(spectrum.subarray(number * shortLength, (number + 1) * shortLength), shortTransform);
      const rising = shortHalves[number === 0 ? this.#shape : shape] as Float64Array;
      const falling = shortHalves[shape] as Float64Array;
      const from = 448 + number * shortLength;
      for (let index = 0; index < shortLength; index++) {
        const late = index + shortLength;
        block[from + index] = (block[from + index] as number) + (part[index] as number) * (rising[index] as number);
        block[from + late] = (part[late] as number) * (falling[shortLength - 1 - index] as number);
      }
    }
    return block;
  }
}

const longBlock = (spectrum: Float64Array): Float64Array => inverse(spectrum, longTransform);

/** Fades half of a long block in or out; next to short blocks only over 128 samples in its middle. */
function fade(block: Float64Array, from: number, shape: number, isBesideShort: boolean, isFalling: boolean): void {
  const half = (isBesideShort ? shortHalves : longHalves)[shape] as Float64Array;
  const margin = (frameLength - half.length) / 2;
  for (let index = 0; index < frameLength; index++) {
    const place = from + (isFalling ? frameLength - 1 - index : index);
    const weight = index < margin ? 0 : (half[index - margin] ?? 1);
    block[place] = (block[place] as number) * weight;
  }
}

interface Transform {
  /** Real and imaginary parts of exp(-iπ(8n+1)/8M), and of the roots of unity for the FFT. */
  twist: Float64Array;
  roots: Float64Array;
}

function transformOf(size: number): Transform {
  const half = size / 2;
  const circle = (count: number, angleOf: (index: number) => number) =>
    Float64Array.from({ length: 2 * count }, (_, at) =>
      at % 2 === 0 ? Math.cos(angleOf(at / 2)) : Math.sin(angleOf((at - 1) / 2)),
    );
  return {
    twist: circle(half, (index) => (-Math.PI * (8 * index + 1)) / (8 * size)),
    roots: circle(half / 2, (index) => (-2 * Math.PI * index) / half),
  };
}

const longTransform = transformOf(frameLength);
const shortTransform = transformOf(shortLength);

/** Computes the inverse MDCT: twice as many samples as coefficients, by a DCT of type IV and its symmetries. */
function inverse(spectrum: Float64Array, transform: Transform): Float64Array {
  const size = spectrum.length;
  const half = size / 2;
  const wave = cosineTransform(spectrum, transform);
  const block = new Float64Array(2 * size);
  for (let index = 0; index < half; index++) {
    block[index] = (wave[half + index] as number) / size;
    block[3 * half + index] = -(wave[index] as number) / size;
  }
  for (let index = half; index < 3 * half; index++) block[index] = -(wave[3 * half - 1 - index] as number) / size;
  return block;
}

function cosineTransform(input: Float64Array, { twist, roots }: Transform): Float64Array {
  const size = input.length;
  const half = size / 2;
  const values = new Float64Array(size);
  for (let index = 0; index < half; index++)
    setTwisted(values, index, input[2 * index] as number, input[size - 1 - 2 * index] as number, twist);
  fourier(values, roots);
  for (let index = 0; index < half; index++)
    setTwisted(values, index, values[2 * index] as number, values[2 * index + 1] as number, twist);
  const output = new Float64Array(size);
  for (let index = 0; index < half; index++) {
    output[2 * index] = values[2 * index] as number;
    output[size - 1 - 2 * index] = -(values[2 * index + 1] as number);
  }
  return output;
}

function setTwisted(values: Float64Array, index: number, real: number, imaginary: number, twist: Float64Array): void {
  const cosine = twist[2 * index] as number;
  const sine = twist[2 * index + 1] as number;
  values[2 * index] = real * cosine - imaginary * sine;
  values[2 * index + 1] = real * sine + imaginary * cosine;
}

/** Computes an FFT in place over pairs of real and imaginary parts. */
function fourier(values: Float64Array, roots: Float64Array): void {
  const count = values.length / 2;
  reorder(values, count);
  for (let span = 1; span < count; span *= 2) {
    const step = count / (2 * span);
    for (let from = 0; from < count; from += 2 * span) {
      for (let index = 0; index < span; index++) {
        const cosine = roots[2 * index * step] as number;
        const sine = roots[2 * index * step + 1] as number;
        const low = 2 * (from + index);
        const high = low + 2 * span;
        const real = (values[high] as number) * cosine - (values[high + 1] as number) * sine;
        const imaginary = (values[high] as number) * sine + (values[high + 1] as number) * cosine;
        values[high] = (values[low] as number) - real;
        values[high + 1] = (values[low + 1] as number) - imaginary;
        values[low] = (values[low] as number) + real;
        values[low + 1] = (values[low + 1] as number) + imaginary;
      }
    }
  }
}

/** Moves each pair to its bit-reversed index. */
function reorder(values: Float64Array, count: number): void {
  for (let index = 1, mirrored = 0; index < count; index++) {
    let bit = count >> 1;
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit;
    mirrored ^= bit;
    if (index >= mirrored) continue;
    for (const part of [0, 1]) {
      const kept = values[2 * index + part] as number;
      values[2 * index + part] = values[2 * mirrored + part] as number;
      values[2 * mirrored + part] = kept;
    }
  }
}
