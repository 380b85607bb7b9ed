import { ALL_FORMATS, AudioBufferSink, BlobSource, Input, ReadableStreamSource, type Source } from 'mediabunny';

// This module brings a reader of media files along: import it lazily.

/** What a sound file says of itself. `null` where it does not say. */
export interface SoundFacts {
  /** Such as `WAVE`, `MP3`, `MP4`, `Ogg`, `WebM`. */
  container: string;
  /** Such as `aac`, `opus`, `pcm-s16`. */
  codec: string | null;
  channels: number;
  /** Hz. */
  sampleRate: number;
  /** Seconds. */
  duration: number;
  /** This browser can turn it into samples. */
  canDecode: boolean;
}

/** Why a file is no sound: bytes of nothing known, or a known file without a sound track. */
export type NoSound = 'unknown' | 'no-track';

/**
 * Looks into a sound file. Only the parts that say something are read, however large the file is.
 *
 * @returns why it is no sound, as a word.
 */
export async function readSoundFacts(file: Blob): Promise<SoundFacts | NoSound> {
  using input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  try {
    const format = await input.getFormat();
    const track = await input.getPrimaryAudioTrack();
    if (!track) return 'no-track';
    return {
      container: format.name,
      codec: await track.getCodec(),
      channels: await track.getNumberOfChannels(),
      sampleRate: await track.getSampleRate(),
      duration: await input.computeDuration([track]),
      canDecode: await track.canDecode(),
    };
  } catch {
    return 'unknown';
  }
}

/** One stretch of decoded sound: mono samples from -1 to 1. */
export interface DecodedPiece {
  samples: Float32Array<ArrayBuffer>;
  /** Hz. */
  sampleRate: number;
  /** Seconds from the beginning of the file. */
  at: number;
}

/**
 * Decodes a sound file piece by piece, so that files of any length take little memory. Channels are mixed to one. Rejects
 * when this browser can not decode it.
 *
 * @param from seconds, and `to`, where to begin and to end.
 */
export async function* decodePieces(file: Blob, from = 0, to = Number.POSITIVE_INFINITY): AsyncGenerator<DecodedPiece> {
  yield* decodeFrom(new BlobSource(file), from, to);
}

/** The same for bytes that are still arriving. */
export async function* decodeArriving(bytes: ReadableStream<Uint8Array>): AsyncGenerator<DecodedPiece> {
  yield* decodeFrom(
    new ReadableStreamSource(bytes, { handleUnhandledError: () => undefined }),
    0,
    Number.POSITIVE_INFINITY,
  );
}

async function* decodeFrom(source: Source, from: number, to: number): AsyncGenerator<DecodedPiece> {
  using input = new Input({ source, formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  if (!track || !(await track.canDecode())) throw new Error('this sound can not be decoded here');
  let lastRest = performance.now();
  for await (const { buffer, timestamp } of new AudioBufferSink(track).buffers(from, to)) {
    const all = mixed(buffer);
    // The first and the last buffer may reach over the ends.
    const first = Math.max(0, Math.round((from - timestamp) * buffer.sampleRate));
    const last = to === Number.POSITIVE_INFINITY ? all.length : Math.round((to - timestamp) * buffer.sampleRate);
    const samples = all.slice(first, Math.max(first, last));
    if (samples.length > 0) yield { samples, sampleRate: buffer.sampleRate, at: Math.max(from, timestamp) };
    if (performance.now() - lastRest > 12) {
      await new Promise((resolve) => setTimeout(resolve));
      lastRest = performance.now();
    }
  }
}

function mixed(buffer: AudioBuffer): Float32Array<ArrayBuffer> {
  const mono = new Float32Array(buffer.length);
  for (let channel = 0; channel < buffer.numberOfChannels; channel += 1) {
    const samples = buffer.getChannelData(channel);
    for (let at = 0; at < mono.length; at += 1) mono[at] = (mono[at] as number) + (samples[at] as number);
  }
  if (buffer.numberOfChannels > 1)
    for (let at = 0; at < mono.length; at += 1) mono[at] = (mono[at] as number) / buffer.numberOfChannels;
  return mono;
}
