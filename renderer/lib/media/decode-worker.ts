import {
  ALL_FORMATS,
  type AudioSample,
  AudioSampleSink,
  BlobSource,
  Input,
  ReadableStreamSource,
  type Source,
} from 'mediabunny';
import { plainWav, readWavFile } from './wav.ts';

/** The metadata of an audio file. `null` where the file does not state it. */
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
  /** Whether this browser can decode it to samples. */
  canDecode: boolean;
}

/** Why a file is not audio: an unknown format, or a known one without an audio track. */
export type NotAudio = 'unknown' | 'no-track';

/** One chunk of decoded audio: mono samples from -1 to 1. */
export interface DecodedChunk {
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

/** To the worker: its job first, then permission for another chunk, or bytes (`null` after the last). */
export type ToDecoder = DecodeJob | { kind: 'more' } | { kind: 'chunk'; bytes: Uint8Array<ArrayBuffer> | null };

/** From the worker. `reading` is sent whenever it reaches bytes of the file that it had not read before. */
export type FromDecoder =
  | { kind: 'reading' }
  | { kind: 'pull' }
  | { kind: 'facts'; facts: AudioFacts | NotAudio }
  | { kind: 'piece'; piece: DecodedChunk }
  | { kind: 'done' }
  | { kind: 'failed'; message: string };

// Only the worker imports this module: a damaged file can keep the library's demuxers busy forever.

/**
 * Reads the metadata of an audio file. Only the parts that contain some are read, however large the file is.
 *
 * @param onReading called whenever bytes are read that are beyond all that were read before.
 */
export async function readFacts(file: Blob, onReading: () => void): Promise<AudioFacts | NotAudio> {
  using input = new Input({ source: await sourceOf(file, onReading), formats: ALL_FORMATS });
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

/** Decodes a range of a file, from and to in seconds, channels mixed to one. Rejects when it cannot be decoded here. */
export async function* decodeFile(
  file: Blob,
  from: number,
  to: number,
  onReading: () => void,
): AsyncGenerator<DecodedChunk> {
  let waiting: DecodedChunk[] = [];
  let seconds = 0;
  const joined = () => {
    const [first] = waiting;
    const piece = first && { ...first, samples: concatenated(waiting.map(({ samples }) => samples)) };
    [waiting, seconds] = [[], 0];
    return piece ? [piece] : [];
  };
  for await (const piece of decodeFrom(await sourceOf(file, onReading), from, to)) {
    waiting.push(piece);
    seconds += piece.samples.length / piece.sampleRate;
    if (seconds >= chunkSeconds) yield* joined();
  }
  yield* joined();
}

/** The same for bytes that are still arriving. */
export const decodeStream = (bytes: ReadableStream<Uint8Array>): AsyncGenerator<DecodedChunk> =>
  decodeFrom(new ReadableStreamSource(bytes, { handleUnhandledError: () => undefined }), 0, Number.POSITIVE_INFINITY);

async function* decodeFrom(source: Source, from: number, to: number): AsyncGenerator<DecodedChunk> {
  using input = new Input({ source, formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  if (!track || !(await track.canDecode())) throw new Error('this audio cannot be decoded here');
  for await (const sample of new AudioSampleSink(track).samples(from, to)) {
    const { sampleRate, timestamp } = sample;
    const all = mixed(sample);
    sample.close();
    // The first and the last sample may extend past the ends.
    const first = Math.max(0, Math.round((from - timestamp) * sampleRate));
    const last = to === Number.POSITIVE_INFINITY ? all.length : Math.round((to - timestamp) * sampleRate);
    const samples = all.slice(first, Math.max(first, last));
    if (samples.length > 0) yield { samples, sampleRate, at: Math.max(from, timestamp) };
  }
}

/** Each chunk costs the consumer a reply: packets of some milliseconds are too small for that. */
const chunkSeconds = 1;

function concatenated(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const all = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Opens the bytes of a file for the library; a WAV gets a header with the correct sizes. */
async function sourceOf(file: Blob, onReading: () => void): Promise<Source> {
  const wav = await readWavFile(file);
  const source = new BlobSource(wav && wav.fault !== 'broken' ? plainWav(file, wav) : file);
  let furthest = 0;
  source.on('read', ({ end }) => {
    if (end <= furthest) return;
    furthest = end;
    onReading();
  });
  return source;
}

function mixed(sample: AudioSample): Float32Array<ArrayBuffer> {
  const { numberOfFrames, numberOfChannels } = sample;
  const mono = new Float32Array(numberOfFrames);
  const plane = new Float32Array(numberOfFrames);
  for (let channel = 0; channel < numberOfChannels; channel += 1) {
    sample.copyTo(plane, { planeIndex: channel, format: 'f32-planar' });
    for (let at = 0; at < mono.length; at += 1)
      mono[at] = (mono[at] as number) + (plane[at] as number) / numberOfChannels;
  }
  return mono;
}

/** The part of a worker's global scope that is used. */
interface DecoderScope {
  onmessage: ((event: { data: ToDecoder }) => void) | null;
  postMessage(message: FromDecoder, transfer?: Transferable[]): void;
}

const scope = globalThis as unknown as DecoderScope;
const say = (message: FromDecoder, transfer: Transferable[] = []) => scope.postMessage(message, transfer);
const onReading = () => say({ kind: 'reading' });

let more: () => void = () => undefined;
let chunk: (bytes: Uint8Array<ArrayBuffer> | null) => void = () => undefined;

/** Bytes that the page has or will get: one chunk per pull. */
const arriving = () =>
  new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = new Promise<Uint8Array<ArrayBuffer> | null>((resolve) => {
          chunk = resolve;
        });
        say({ kind: 'pull' });
        return next.then((bytes) => (bytes ? controller.enqueue(bytes) : controller.close()));
      },
    },
    { highWaterMark: 0 },
  );

/** Sends chunks one at a time: the next is decoded when the page has used the previous one. */
async function give(pieces: AsyncIterable<DecodedChunk>): Promise<void> {
  for await (const piece of pieces) {
    const wanted = new Promise<void>((resolve) => {
      more = resolve;
    });
    say({ kind: 'piece', piece }, [piece.samples.buffer]);
    await wanted;
  }
}

async function work(message: ToDecoder): Promise<void> {
  if (message.kind === 'more') return more();
  if (message.kind === 'chunk') return chunk(message.bytes);
  if (message.kind === 'facts') return say({ kind: 'facts', facts: await readFacts(message.file, onReading) });
  await give(
    message.kind === 'pieces'
      ? decodeFile(message.file, message.from, message.to, onReading)
      : decodeStream(arriving()),
  );
  say({ kind: 'done' });
}

scope.onmessage = ({ data }) =>
  void work(data).catch((thrown: unknown) =>
    say({ kind: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) }),
  );
