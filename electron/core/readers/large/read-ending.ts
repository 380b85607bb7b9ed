import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { formatCount } from '#shared/format.ts';
import { failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';
import { workerFile } from '../../worker-file.ts';
import { openReader } from '../open-reader.ts';
import type { Ending, LargeBody, Reader, ResponseHead, TrafficEvent } from '../reader.ts';
import type { LargeReading, WorkerWord } from './large-reading.ts';
import { unpacked } from './packed-vector.ts';

interface EndingInput {
  reader: Reader;
  kind: ReaderKind;
  head: ResponseHead;
  /** Sees the event of a body that was read as one piece. */
  onEvent?: ((event: TrafficEvent) => void) | undefined;
}

/** A body of 128 MiB, its text and what is parsed from it; beyond that the thread ends and not the program. */
const workerMemory = { maxOldGenerationSizeMb: 2048 };

/** One at a time: two large answers at once would take twice the memory, and not half the time. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Ends a reader: in place of its `end`. What is quick to read is read here; a large body is read in a thread of its own,
 * so that nothing else has to wait. Leaving the loop ends the thread.
 *
 * @returns parts in order, in slices; at last how the answer ended.
 */
export async function* readEnding(input: EndingInput): Slices {
  const large = input.reader.takeLarge();
  if (large === null) {
    const { parts, ...ending } = input.reader.end();
    yield parts;
    return ending;
  }
  const before = turn;
  const { promise, resolve } = Promise.withResolvers<void>();
  turn = promise;
  try {
    await before;
    return yield* readApart(input, large);
  } finally {
    resolve();
  }
}

type Slices = AsyncGenerator<readonly Part[], Omit<Ending, 'parts'>, void>;

async function* readApart({ kind, head, onEvent }: EndingInput, { blocks, sizeBytes }: LargeBody): Slices {
  const reading: LargeReading = { kind, head, sizeBytes };
  const options = { workerData: reading, resourceLimits: workerMemory, execArgv: [], env: {}, name: 'reader' };
  const worker = new Worker(workerFile(new URL('./read-worker.ts', import.meta.url)), options);
  const next = wordsOf(worker);
  try {
    const isReady = await next().catch(() => null);
    // Where no thread can be started, it takes its time here.
    if (isReady === null) return yield* readHere({ kind, head, onEvent }, blocks);
    for (const block of blocks) worker.postMessage(block, [block.buffer as ArrayBuffer]);
    for (;;) {
      worker.postMessage('next');
      const word = await next();
      if (word.type === 'end') return word.ending;
      if (word.type === 'event' && word.event) onEvent?.(word.event);
      if (word.type === 'parts') yield word.parts.map(unpacked);
      // The thread may answer so fast that its words follow each other in one turn.
      await nextTurn();
    }
  } catch (thrown) {
    return notRead(reading, thrown);
  } finally {
    await worker.terminate();
  }
}

async function* readHere({ kind, head, onEvent }: Omit<EndingInput, 'reader'>, blocks: readonly Uint8Array[]): Slices {
  const reader = openReader(kind, head, onEvent ? { onEvent } : {});
  const before = reader.read(Buffer.concat(blocks));
  const { parts, ...ending } = reader.end();
  yield [...before, ...parts];
  return ending;
}

/** Gives the words of the thread, one for each call. Rejects when the thread has ended. */
function wordsOf(worker: Worker): () => Promise<WorkerWord> {
  const open = () => {
    const word = Promise.withResolvers<WorkerWord>();
    // It may be that nobody asks for it any more.
    word.promise.catch(() => {});
    return word;
  };
  let coming = open();
  worker.on('message', (word: WorkerWord) => coming.resolve(word));
  worker.on('error', (thrown) => coming.reject(thrown));
  worker.on('exit', () => coming.reject(new Error('the thread that read it ended')));
  return async () => {
    const word = await coming.promise;
    coming = open();
    return word;
  };
}

function notRead({ sizeBytes, head }: LargeReading, thrown: unknown): Omit<Ending, 'parts'> {
  const isMemory = thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const why = isMemory ? 'reading it takes too much memory' : thrown instanceof Error ? thrown.message : String(thrown);
  const error = failure('too-large', `The answer of ${formatCount(sizeBytes)} bytes could not be read: ${why}.`, {
    hint: 'All of it is in the record and can be saved from there. Ask for less.',
    status: head.status,
  });
  return { verdict: 'failed', finishReason: null, error };
}
