import { Buffer } from 'node:buffer';
import { type SampleReader, sampleReader, type WavHead, walkWav } from '#shared/media/wav.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { OpenFile } from '../../ports.ts';
import { pcmRate, Resampler } from '../../readers/session/pcm.ts';

export interface OpenWave {
  name: string;
  totalMs: number;
  /** PCM of 24 kHz, 16 bit, mono, converted on request: neither the file nor the PCM is ever held as a whole. */
  pcm(): AsyncGenerator<Buffer, void, void>;
}

/** Accepted sample rates, in Hz. A file that declares 1 Hz would be stretched to thousands of times its size. */
const lowestRate = 1000;
const highestRate = 768_000;
const mostChannels = 64;
/** Longer files are refused before any conversion. */
const longestMs = 3 * 3600 * 1000;
const blockFrames = 2048;

/** Reads the header of a stored WAV file. Resolves with a failure when it cannot be played. */
export async function openWave(file: Pick<OpenFile, 'name' | 'sizeBytes' | 'stream'>): Promise<OpenWave | Failure> {
  const head = await readHead(new Source(file.stream()), file.sizeBytes);
  if ('message' in head) return head;
  const frameBytes = (head.bits / 8) * head.channels;
  const frames = Math.floor(head.dataBytes / frameBytes);
  const totalMs = (Math.floor((frames * pcmRate) / head.sampleRate) / pcmRate) * 1000;
  if (totalMs > longestMs) return tooLong;
  return {
    name: file.name,
    totalMs,
    async *pcm() {
      const source = new Source(file.stream());
      try {
        await source.skip(head.dataAt);
        yield* convert(source, head, frames * frameBytes);
      } finally {
        await source.close();
      }
    },
  };
}

type Head = WavHead & { read: SampleReader };

/** Walks from chunk to chunk, whatever precedes the samples. */
async function readHead(source: Source, sizeBytes: number): Promise<Head | Failure> {
  try {
    const walk = walkWav(sizeBytes);
    let step = walk.next();
    while (!step.done) {
      const [at, length] = step.value;
      await source.skip(at - source.at);
      step = walk.next(await source.take(length));
    }
    const head = step.value;
    if (!head) return notWave;
    if (head.fault === 'broken') return broken;
    const read = readerFor(head);
    return read ? { ...head, read } : undecodable;
  } finally {
    await source.close();
  }
}

async function* convert(source: Source, head: Head, bytes: number): AsyncGenerator<Buffer, void, void> {
  const { channels, sampleRate, bits, coding, read } = head;
  const width = bits / 8;
  const isPcm = coding === 1 && channels === 1 && sampleRate === pcmRate && bits === 16;
  const resampler = new Resampler(sampleRate);
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

const readerFor = ({ coding, bits, channels, sampleRate }: WavHead): SampleReader | null =>
  channels > mostChannels || sampleRate < lowestRate || sampleRate > highestRate ? null : sampleReader(coding, bits);

class Source {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);
  at = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns the next `count` bytes; fewer at the end. */
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
    await this.#chunks.return?.();
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done) return false;
    const chunk = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    return true;
  }
}

const notWave = failure('unsupported-media', "The file isn't a WAV file. Only WAV files can be played.", {
  hint: 'Convert it, for example with ffmpeg -i audio.mp3 audio.wav.',
});
const broken = failure('unsupported-media', 'The WAV file is damaged: its format or its samples are missing.', {
  hint: 'Export it again.',
});
const undecodable = failure('unsupported-media', 'The WAV file uses an unsupported sample format.', {
  hint: 'Save it as 16-bit PCM, for example with ffmpeg -i audio.wav -c:a pcm_s16le pcm.wav.',
});
const tooLong = failure('too-large', 'The file is longer than 3 hours.', {
  hint: 'Trim it to the part that you need.',
});
