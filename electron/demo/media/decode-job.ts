import type { Image } from './images/canvas.ts';

/** A file to decode in a thread of its own. */
export type DecodeJob =
  | { kind: 'image'; format: 'JPEG' | 'WEBP'; bytes: Uint8Array }
  | { kind: 'audio'; bytes: Uint8Array };

/** What is in an audio file. */
export interface DecodedAudio {
  /** As people write it, such as `MP3`. */
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

/** What the thread says at its end. */
export type DecodeWord = { decoded: Decoded[keyof Decoded] } | { why: string };

/** An image of more pixels is refused before it is decoded. */
export const mostPixels = 4096 * 4096;
/** So is a recording that lasts longer. */
export const mostSeconds = 900;

/** What a decoder made of a few packets. */
export interface DecodedPackets {
  /** Per channel, from -1 to 1. */
  channelData: Float32Array[];
  /** Per channel; 0 when the packets have no audio. */
  samplesDecoded: number;
  /** In Hz. */
  sampleRate: number;
}

/** Decodes the packets of one track, in their order. */
export interface PacketDecoder {
  ready: Promise<void>;
  decodeFrames(frames: Uint8Array[]): DecodedPackets;
  free(): void;
}

/** Why a file cannot be read, as the rest of a sentence. */
export class UnreadableFile extends Error {}
