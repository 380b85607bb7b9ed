/** A word with its start and end, in seconds. */
export interface SpokenWord {
  word: string;
  start: number;
  end: number;
  /** How sure the model is, from 0 to 1. Default: nearly certain. */
  confidence?: number;
}

/**
 * How the demo can transcribe what it spoke itself, without pretending to understand speech: every word is embedded in
 * its audio as quiet tones above 9 kHz. A frame of 8 ms encodes one byte, a tone for each set bit, beside a tone that
 * marks the frame. Each word ends with a check byte. The words survive cutting, downmixing, other sounds over them, 16
 * bits and high-quality lossy coding, but not a microphone.
 */
const frameSamples = 192;
const rate = 24_000;
/** Multiples of 125 Hz, so that each tone has whole periods in a frame and none leaks into another. */
const toneOf = (index: number): number => 9_000 + index * 250;
const markTone = toneOf(8);
const emptyTone = toneOf(9);
/** Only the first frame of a word has it, so that it is loudest exactly where the word begins. */
const startTone = toneOf(10);
const amplitude = 0.004;
const end = 0x03;

/** Embeds the words in samples at 24 kHz, each from its own start. */
export function embedWords(samples: Float32Array, words: readonly SpokenWord[]): void {
  let free = 0;
  for (const { word, start: seconds } of words) {
    const offset = Math.max(free, Math.round(seconds * rate));
    const bytes = [...Buffer.from(word), checkOf([...Buffer.from(word)]), end];
    addTones(samples, offset, [markTone, startTone]);
    for (const [index, byte] of bytes.entries())
      addTones(samples, offset + (index + 1) * frameSamples, [markTone, ...tonesOf(byte)]);
    free = offset + (bytes.length + 1) * frameSamples;
  }
}

/** Computes the check byte. It never equals the byte that ends a word. */
const checkOf = (bytes: readonly number[]): number => 4 + (bytes.reduce((sum, byte) => sum * 31 + byte, 7) % 251);

const bits = [0, 1, 2, 3, 4, 5, 6, 7];
const tonesOf = (byte: number): number[] => bits.filter((bit) => (byte >> bit) & 1).map(toneOf);

function addTones(samples: Float32Array, offset: number, tones: readonly number[]): void {
  for (let index = 0; index < frameSamples && offset + index < samples.length; index++) {
    let sum = 0;
    for (const tone of tones) sum += Math.sin((2 * Math.PI * tone * index) / rate);
    samples[offset + index] = (samples[offset + index] as number) + amplitude * sum;
  }
}

const inaudible = '[inaudible]';

/**
 * Returns the words in samples at 24 kHz, with their times in seconds; empty when none were embedded. Words damaged by
 * lossy coding are marked as inaudible.
 */
export function findWords(samples: Float32Array): SpokenWord[] {
  const found: SpokenWord[] = [];
  for (let offset = 0; offset + frameSamples <= samples.length; ) {
    const isStart = startsAt(samples, offset);
    const word = isStart ? readWord(samples, align(samples, offset)) : null;
    if (word) found.push({ word: word.text, start: word.offset / rate, end: word.next / rate });
    else if (isStart && found.at(-1)?.word !== inaudible)
      found.push({ word: inaudible, start: offset / rate, end: (offset + frameSamples) / rate });
    offset = word?.next ?? offset + frameSamples / 4;
  }
  // Audio of another origin may occasionally look like the start of a word.
  return found.some(({ word }) => word !== inaudible) ? found : [];
}

function readWord(samples: Float32Array, offset: number): { text: string; offset: number; next: number } | null {
  const bytes: number[] = [];
  for (let at = offset + frameSamples; at + frameSamples <= samples.length && bytes.length < 256; at += frameSamples) {
    const byte = readFrame(samples, at);
    if (byte === end) {
      const check = bytes.pop();
      if (check !== checkOf(bytes)) return null;
      return { text: Buffer.from(bytes).toString('utf8'), offset, next: at + frameSamples };
    }
    if (byte === null) return null;
    bytes.push(byte);
  }
  return null;
}

/** Returns where near `offset` the start of a word is loudest. */
function align(samples: Float32Array, offset: number): number {
  let best = offset;
  let loudest = -1;
  for (let candidate = Math.max(0, offset - frameSamples); candidate <= offset + frameSamples; candidate += 2) {
    const power = powerOf(samples, candidate, startTone);
    if (power <= loudest) continue;
    loudest = power;
    best = candidate;
  }
  return best;
}

const threshold = ((amplitude * frameSamples) / 4) ** 2 / 5;

function startsAt(samples: Float32Array, offset: number): boolean {
  const power = powerOf(samples, offset, startTone);
  // Hiss has the same power beside the tone as on it.
  return power > threshold && powerOf(samples, offset, emptyTone) < power / 3;
}

function readFrame(samples: Float32Array, offset: number): number | null {
  const mark = powerOf(samples, offset, markTone);
  if (mark < threshold || powerOf(samples, offset, emptyTone) > mark / 3) return null;
  let byte = 0;
  for (const bit of bits) if (powerOf(samples, offset, toneOf(bit)) > mark / 3) byte |= 1 << bit;
  return byte;
}

/**
 * Keeps a loud voice at low frequencies from leaking into the tones; these are two bins apart, where the window has its
 * zeros.
 */
const hann = Float64Array.from({ length: frameSamples }, (_, index) => Math.sin((Math.PI * index) / frameSamples) ** 2);

/** Computes the power of one frequency in a frame (Goertzel). */
function powerOf(samples: Float32Array, offset: number, frequency: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * frequency) / rate);
  let last = 0;
  let beforeLast = 0;
  for (let index = 0; index < frameSamples; index++) {
    const now = (samples[offset + index] ?? 0) * (hann[index] as number) + factor * last - beforeLast;
    beforeLast = last;
    last = now;
  }
  return last * last + beforeLast * beforeLast - factor * last * beforeLast;
}
