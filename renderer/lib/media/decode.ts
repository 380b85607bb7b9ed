import { openWorker } from '../page/workers.ts';
import type { AudioFacts, DecodedPiece, DecodeJob, FromDecoder, NotAudio, ToDecoder } from './decode-messages.ts';
import address from './decode-worker.ts?worker&url';

/** Seconds that the decoder may work without getting any further. */
const idleSeconds = 10;

/** The decoder got no further with a file and was ended; the file is most likely damaged. */
export class DecoderStuck extends Error {}

/**
 * Looks into an audio file. Only the parts that say something are read, however large the file is.
 *
 * @returns why it is not audio, as a word.
 * @throws DecoderStuck
 */
export async function readAudioFacts(file: Blob): Promise<AudioFacts | NotAudio> {
  using decoder = openDecoder({ kind: 'facts', file });
  const message = await decoder.next();
  if (message.kind !== 'facts') throw new Error('the decoder gave no facts');
  return message.facts;
}

/**
 * Decodes an audio file piece by piece, so that files of any length take little memory. Channels are mixed to one. Rejects
 * when this browser cannot decode it, with `DecoderStuck` when the decoder gets no further.
 *
 * @param from seconds, and `to`, where to begin and to end.
 */
export const decodePieces = (file: Blob, from = 0, to = Number.POSITIVE_INFINITY): AsyncGenerator<DecodedPiece> =>
  piecesOf({ kind: 'pieces', file, from, to }, null);

/** The same for bytes that are still arriving. */
export const decodeArriving = (bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<DecodedPiece> =>
  piecesOf({ kind: 'arriving' }, bytes.getReader());

async function* piecesOf(
  job: DecodeJob,
  bytes: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null,
): AsyncGenerator<DecodedPiece> {
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
  /** The next message that needs something done. Rejects when the decoder fails, or gets no further. */
  next(): Promise<FromDecoder>;
}

/**
 * A decoder in a worker of its own, for one job: a damaged file can keep it busy without end, and then it can be ended.
 * Its time runs only while an answer of it is awaited, and begins anew whenever it gets further.
 */
function openDecoder(job: DecodeJob): Decoder {
  const worker = openWorker(new URL(address, import.meta.url));
  const received: FromDecoder[] = [];
  let failed: Error | null = null;
  let wake: () => void = () => undefined;
  let idle = 0;
  let isAwaited = false;
  // Counted in ticks: while the computer sleeps none passes.
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
