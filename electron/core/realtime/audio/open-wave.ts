import { Buffer } from 'node:buffer';
import { type SampleReader, sampleReader } from '#shared/media/wav.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { OpenFile } from '../../ports.ts';
import { pcmRate, Resampler } from './resampler.ts';

interface Format {
  code: number;
  channels: number;
  rate: number;
  bits: number;
}

/** The audio of a stored WAV file. */
export interface OpenWave {
  name: string;
  totalMs: number;
  /**
   * PCM of 24 kHz, 16 bit, one channel, made while it is asked for: neither the file nor what becomes of it is ever held
   * as a whole, and no piece takes long.
   */
  pcm(): AsyncGenerator<Buffer, void, void>;
}

/** Rates of recordings, in Hz. One that says 1 would be stretched to thousands of times its size. */
const lowestRate = 1000;
const highestRate = 768_000;
const mostChannels = 64;
/** Longer files are refused before anything is made of them. */
const longestMs = 3 * 3600 * 1000;
/** Frames that are converted in one go. */
const blockFrames = 2048;

/** Looks at the head of a stored WAV file. Resolves with why it cannot be played. */
export async function openWave(file: Pick<OpenFile, 'name' | 'sizeBytes' | 'stream'>): Promise<OpenWave | Failure> {
  const head = await readHead(new Source(file.stream()), file.sizeBytes);
  if ('message' in head) return head;
  const { format, start, dataBytes } = head;
  const frameBytes = (format.bits / 8) * format.channels;
  const frames = Math.floor(dataBytes / frameBytes);
  const totalMs = (Math.floor((frames * pcmRate) / format.rate) / pcmRate) * 1000;
  if (totalMs > longestMs) return tooLong;
  return {
    name: file.name,
    totalMs,
    async *pcm() {
      const source = new Source(file.stream());
      try {
        await source.skip(start);
        yield* convert(source, head, frames * frameBytes);
      } finally {
        await source.close();
      }
    },
  };
}

interface Head {
  format: Format;
  read: SampleReader;
  /** Where the samples begin, and how many bytes of them are there. */
  start: number;
  dataBytes: number;
}

/** Walks from chunk to chunk, whatever stands before the samples. */
async function readHead(source: Source, sizeBytes: number): Promise<Head | Failure> {
  try {
    const riff = await source.take(12);
    if (riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8, 12) !== 'WAVE') return noWave;
    let format: Format | null = null;
    for (;;) {
      const chunk = await source.take(8);
      if (chunk.length < 8) return broken;
      const name = chunk.toString('latin1', 0, 4);
      const size = chunk.readUInt32LE(4);
      if (name === 'data') {
        if (!format) return broken;
        const left = Math.max(0, sizeBytes - source.at);
        // A file that was streamed says 0 or a number that nothing reaches: it goes to its end.
        const dataBytes = size === 0 ? left : Math.min(size, left);
        const read = readerFor(format);
        if (!read) return undecodable;
        return dataBytes === 0 ? broken : { format, read, start: source.at, dataBytes };
      }
      const described = name === 'fmt ' ? await source.take(Math.min(size, 26)) : Buffer.alloc(0);
      if (described.length >= 16) format = formatOf(described);
      await source.skip(size + (size % 2) - described.length);
    }
  } finally {
    await source.close();
  }
}

function formatOf(described: Buffer): Format {
  const named = described.readUInt16LE(0);
  return {
    // 0xFFFE: the coding is in the extension.
    code: named === 0xfffe && described.length >= 26 ? described.readUInt16LE(24) : named,
    channels: described.readUInt16LE(2),
    rate: described.readUInt32LE(4),
    bits: described.readUInt16LE(14),
  };
}

async function* convert(source: Source, { format, read }: Head, bytes: number): AsyncGenerator<Buffer, void, void> {
  const { channels, rate, bits, code } = format;
  const width = bits / 8;
  const isPcm = code === 1 && channels === 1 && rate === pcmRate && bits === 16;
  const resampler = new Resampler(rate);
  const frameBytes = width * channels;
  for (let left = bytes; left > 0; ) {
    const block = await source.take(Math.min(left, blockFrames * frameBytes));
    const frames = Math.floor(block.length / frameBytes);
    if (frames === 0) break;
    left -= block.length;
    if (isPcm) yield block.subarray(0, frames * 2);
    else {
      const mono = new Float32Array(frames);
      const view = new DataView(block.buffer, block.byteOffset, block.length);
      for (let index = 0; index < frames; index += 1) {
        let sum = 0;
        for (let channel = 0; channel < channels; channel += 1) sum += read(view, index * frameBytes + channel * width);
        mono[index] = sum / channels;
      }
      yield resampler.push(mono);
    }
  }
  if (!isPcm) yield resampler.end();
}

const readerFor = ({ code, bits, channels, rate }: Format): SampleReader | null =>
  channels === 0 || channels > mostChannels || rate < lowestRate || rate > highestRate
    ? null
    : sampleReader(code, bits);

/** The bytes of a stream by number. */
class Source {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);
  at = 0;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** The next so many bytes; fewer at the end. */
  async take(count: number): Promise<Buffer> {
    while (this.#held.length < count && (await this.#more())) {}
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(taken.length);
    this.at += taken.length;
    return taken;
  }

  async skip(count: number): Promise<void> {
    let left = count;
    while (left > 0) {
      const { length } =
        this.#held.length > 0 || (await this.#more()) ? await this.take(Math.min(left, this.#held.length)) : [];
      if (length === 0) return;
      left -= length;
    }
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  async #more(): Promise<boolean> {
    const next = await this.#pieces.next();
    if (next.done) return false;
    const piece = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    this.#held = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    return true;
  }
}

const noWave = failure('unsupported-media', 'The file is not a WAV file, and only WAV files can be played.', {
  hint: 'Convert it, for example with ffmpeg -i audio.mp3 audio.wav.',
});
const broken = failure('unsupported-media', 'The WAV file is broken: it has no format, or no samples.', {
  hint: 'Export it again.',
});
const undecodable = failure('unsupported-media', 'The samples of the WAV file cannot be decoded here.', {
  hint: 'Save it as PCM with 16 bits, for example with ffmpeg -i audio.wav -c:a pcm_s16le pcm.wav.',
});
const tooLong = failure('too-large', 'The file would play for more than 3 hours.', {
  hint: 'Cut it to the part that you need.',
});
