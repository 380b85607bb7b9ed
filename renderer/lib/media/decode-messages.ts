/** What an audio file says of itself. `null` where it does not say. */
export interface AudioFacts {
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

/** Why a file is not audio: bytes of nothing known, or a known file without an audio track. */
export type NotAudio = 'unknown' | 'no-track';

/** One stretch of decoded audio: mono samples from -1 to 1. */
export interface DecodedPiece {
  samples: Float32Array<ArrayBuffer>;
  /** Hz. */
  sampleRate: number;
  /** Seconds from the beginning of the file. */
  at: number;
}

/** The one job of a decoding worker. `arriving` gets its bytes by `chunk`, each after a `pull`. */
export type DecodeJob =
  | { kind: 'facts'; file: Blob }
  | { kind: 'pieces'; file: Blob; from: number; to: number }
  | { kind: 'arriving' };

/** To the worker: its job first, then permission for another piece, or bytes (`null` after the last). */
export type ToDecoder = DecodeJob | { kind: 'more' } | { kind: 'chunk'; bytes: Uint8Array<ArrayBuffer> | null };

/** From the worker. `reading` is sent whenever it gets to bytes of the file that it had not read before. */
export type FromDecoder =
  | { kind: 'reading' }
  | { kind: 'pull' }
  | { kind: 'facts'; facts: AudioFacts | NotAudio }
  | { kind: 'piece'; piece: DecodedPiece }
  | { kind: 'done' }
  | { kind: 'failed'; message: string };
