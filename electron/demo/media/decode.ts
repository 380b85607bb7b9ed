import { Worker } from 'node:worker_threads';
import type { Image } from './images/canvas.ts';

/** A file to decode in a separate thread. */
export type DecodeJob =
  | { kind: 'image'; format: 'JPEG' | 'WEBP'; bytes: Uint8Array }
  | { kind: 'audio'; bytes: Uint8Array };

/** The content of an audio file. */
export interface DecodedAudio {
  /** Display name, such as `MP3`. */
  codec: string;
  seconds: number;
  /** Of the file, in Hz. */
  sampleRate: number;
  channels: number;
  /** Mixed down to one channel at 24 kHz; `null` for a codec that the demo does not decode. */
  samples: Float32Array | null;
}

export interface Decoded {
  image: Image;
  audio: DecodedAudio;
}

/** The thread's final message. */
export type DecodeWord = { decoded: Decoded[keyof Decoded] } | { why: string };

/** An image with more pixels is refused before it is decoded. */
export const mostPixels = 4096 * 4096;
/** So is a longer recording. */
export const mostSeconds = 900;

/** Result of decoding a few packets. */
export interface DecodedPackets {
  /** Per channel, from -1 to 1. */
  channelData: Float32Array[];
  /** Per channel; 0 when the packets have no audio. */
  samplesDecoded: number;
  /** In Hz. */
  sampleRate: number;
}

/** Decodes the packets of one track, in order. */
export interface PacketDecoder {
  ready: Promise<void>;
  decodeFrames(frames: Uint8Array[]): DecodedPackets;
  free(): void;
}

/** Why a file cannot be read, as the second half of a sentence. */
export class UnreadableFile extends Error {}

/** An image or recording at the limit takes a few seconds. */
const timeLimitMs = 30_000;
/** Returns the thread's file: in the built program a separate entry, beside the folder of shared chunks. */
function placeOf(source: URL): URL {
  const here = import.meta.url;
  return here.endsWith('.ts')
    ? source
    : new URL(`${/\/chunks\/[^/]*$/.test(here) ? '..' : '.'}/decode-worker.js`, here);
}

const memory = { maxOldGenerationSizeMb: 1024 };

/**
 * Decodes a file in a separate thread, so that a decoder that never ends or uses all the memory ends with its thread.
 *
 * @throws UnreadableFile when it cannot be decoded, or not within 30 seconds.
 */
export async function decodeInWorker<Kind extends keyof Decoded>(
  job: Extract<DecodeJob, { kind: Kind }>,
): Promise<Decoded[Kind]> {
  const options = { workerData: job, resourceLimits: memory, execArgv: [], env: {}, name: 'decoder' };
  const worker = new Worker(placeOf(new URL('./decode-worker.ts', import.meta.url)), options);
  const { promise, resolve } = Promise.withResolvers<DecodeWord>();
  const timer = setTimeout(() => resolve({ why: 'decoding it takes too long' }), timeLimitMs);
  worker.once('message', resolve);
  worker.once('error', ({ message }) => resolve({ why: `its decoder failed: ${message}` }));
  worker.once('exit', () => resolve({ why: 'its decoder ended' }));
  try {
    const word = await promise;
    if ('why' in word) throw new UnreadableFile(word.why);
    return word.decoded as Decoded[Kind];
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}
