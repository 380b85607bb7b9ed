import { openWorker } from '../workers/workers.ts';
import type { AudioFacts, DecodedChunk, DecodeJob, FromDecoder, NotAudio, ToDecoder } from './decode-worker.ts';
import address from './decode-worker.ts?worker&url';

/** Seconds that the decoder may work without progress. */
const idleSeconds = 10;

/** The decoder made no progress with a file and was terminated; the file is most likely damaged. */
export class DecoderStuck extends Error {}

/**
 * Reads the metadata of an audio file. Only the parts that contain some are read, however large the file is.
 *
 * @returns its metadata, or a word that says why it is not audio.
 * @throws DecoderStuck
 */
export async function readAudioFacts(file: Blob): Promise<AudioFacts | NotAudio> {
  using decoder = openDecoder({ kind: 'facts', file });
  const message = await decoder.next();
  if (message.kind !== 'facts') throw new Error('the decoder gave no facts');
  return message.facts;
}

/**
 * Decodes an audio file chunk by chunk, so that files of any length take little memory. Channels are mixed to one.
 * Rejects when this browser cannot decode it, with `DecoderStuck` when the decoder makes no progress.
 *
 * @param from start of the range in seconds; `to` is its end.
 */
export const decodeChunks = (file: Blob, from = 0, to = Number.POSITIVE_INFINITY): AsyncGenerator<DecodedChunk> =>
  chunksOf({ kind: 'pieces', file, from, to }, null);

/** The same for bytes that are still arriving. */
export const decodeArriving = (bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<DecodedChunk> =>
  chunksOf({ kind: 'arriving' }, bytes.getReader());

async function* chunksOf(
  job: DecodeJob,
  bytes: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null,
): AsyncGenerator<DecodedChunk> {
  using decoder = openDecoder(job);
  for (;;) {
    const message = await decoder.next();
    if (message.kind === 'done') return;
    if (message.kind === 'piece') {
      yield message.piece;
      decoder.say({ kind: 'more' });
    }
    if (message.kind === 'pull') decoder.say({ kind: 'chunk', bytes: (await bytes?.read())?.value ?? null });
  }
}

interface Decoder extends Disposable {
  say(message: ToDecoder): void;
  /** Returns the next message that has to be handled. Rejects when the decoder fails, or makes no progress. */
  next(): Promise<FromDecoder>;
}

/**
 * Opens a decoder in a worker of its own, for one job: a damaged file can keep it busy forever, and then it can be
 * terminated. Its timeout runs only while one of its messages is awaited, and restarts whenever it makes progress.
 */
function openDecoder(job: DecodeJob): Decoder {
  const worker = openWorker(new URL(address, import.meta.url));
  const received: FromDecoder[] = [];
  let failed: Error | null = null;
  let wake: () => void = () => undefined;
  let idle = 0;
  let isAwaited = false;
  // Counted in ticks: none passes while the computer sleeps.
  const clock = setInterval(() => {
    if (!isAwaited) return;
    idle += 1;
    if (idle > idleSeconds) end(new DecoderStuck('the decoder got no further'));
  }, 1000);
  const end = (error: Error) => {
    clearInterval(clock);
    worker.terminate();
    failed ??= error;
    wake();
  };
  worker.addEventListener('message', (event) => {
    idle = 0;
    const message = (event as MessageEvent<FromDecoder>).data;
    if (message.kind === 'reading') return;
    if (message.kind === 'failed') return end(new Error(message.message));
    received.push(message);
    wake();
  });
  worker.addEventListener('error', (event) => end(new Error((event as ErrorEvent).message || 'the decoder broke')));
  const say = (message: ToDecoder) => worker.postMessage(message);
  say(job);
  return {
    say,
    async next() {
      idle = 0;
      for (;;) {
        const first = received.shift();
        isAwaited = first === undefined;
        if (first) return first;
        if (failed) throw failed;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    [Symbol.dispose]: () => end(new Error('the decoder was ended')),
  };
}
