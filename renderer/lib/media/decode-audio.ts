import {
  ALL_FORMATS,
  type AudioSample,
  AudioSampleSink,
  BlobSource,
  Input,
  ReadableStreamSource,
  type Source,
} from 'mediabunny';
import type { AudioFacts, DecodedPiece, NotAudio } from './decode-messages.ts';
import { plainWav, readWavFile } from './wav.ts';

// Only the worker imports this module: a damaged file can keep the demuxers of the library busy without end.

/**
 * Looks into an audio file. Only the parts that say something are read, however large the file is.
 *
 * @param onReading is told whenever bytes are read that lie beyond all that were read before.
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

/** Decodes a stretch of a file, from and to in seconds, channels mixed to one. Rejects when it cannot be decoded here. */
export async function* decodeFile(
  file: Blob,
  from: number,
  to: number,
  onReading: () => void,
): AsyncGenerator<DecodedPiece> {
  let waiting: DecodedPiece[] = [];
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
    if (seconds >= pieceSeconds) yield* joined();
  }
  yield* joined();
}

/** The same for bytes that are still arriving. */
export const decodeStream = (bytes: ReadableStream<Uint8Array>): AsyncGenerator<DecodedPiece> =>
  decodeFrom(new ReadableStreamSource(bytes, { handleUnhandledError: () => undefined }), 0, Number.POSITIVE_INFINITY);

async function* decodeFrom(source: Source, from: number, to: number): AsyncGenerator<DecodedPiece> {
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

/** Whoever takes a piece answers for each: packets of some milliseconds are too small for that. */
const pieceSeconds = 1;

function concatenated(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const all = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The bytes of a file as the library reads them; a WAV gets a header with the sizes that are true. */
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
