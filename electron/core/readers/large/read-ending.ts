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
import { type LargeReading, unpacked, type WorkerMessage } from './worker-messages.ts';

interface EndingInput {
  reader: Reader;
  kind: ReaderKind;
  head: ResponseHead;
  /** Receives the event of a body that was read as one document. */
  onEvent?: ((event: TrafficEvent) => void) | undefined;
}

/** A body of 128 MiB, its text and the parsed value; beyond that the worker ends and not the program. */
const workerMemory = { maxOldGenerationSizeMb: 2048 };

/** One at a time: two large responses at once would take twice the memory, and not half the time. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Ends a reader: call it instead of `end`. A small body is read here; a large one is read in a worker, so that nothing
 * else is blocked. Leaving the loop terminates the worker.
 *
 * @returns parts in order, in slices; finally how the response ended.
 */
export async function* readEnding(input: EndingInput): Slices {
  const large = input.reader.takeLarge();
  if (large === null) {
    const { parts, ...ending } = input.reader.end();
    yield parts;
    return ending;
  }
  const before = queue;
  const { promise, resolve } = Promise.withResolvers<void>();
  queue = promise;
  try {
    await before;
    return yield* readInWorker(input, large);
  } finally {
    resolve();
  }
}

type Slices = AsyncGenerator<readonly Part[], Omit<Ending, 'parts'>, void>;

async function* readInWorker({ kind, head, onEvent }: EndingInput, { blocks, sizeBytes }: LargeBody): Slices {
  const reading: LargeReading = { kind, head, sizeBytes };
  const options = { workerData: reading, resourceLimits: workerMemory, execArgv: [], env: {}, name: 'reader' };
  const worker = new Worker(workerFile(new URL('./read-worker.ts', import.meta.url)), options);
  const next = messagesOf(worker);
  try {
    const isReady = await next().catch(() => null);
    // Without a worker, the body is read here, however long that takes.
    if (isReady === null) return yield* readHere({ kind, head, onEvent }, blocks);
    for (const block of blocks) worker.postMessage(block, [block.buffer as ArrayBuffer]);
    for (;;) {
      worker.postMessage('next');
      const message = await next();
      if (message.type === 'end') return message.ending;
      if (message.type === 'event' && message.event) onEvent?.(message.event);
      if (message.type === 'parts') yield message.parts.map(unpacked);
      // The worker may be so fast that its messages all arrive in one turn of the event loop.
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

/** Returns a function that resolves with the worker's next message. Rejects when the worker has ended. */
function messagesOf(worker: Worker): () => Promise<WorkerMessage> {
  const open = () => {
    const message = Promise.withResolvers<WorkerMessage>();
    // Possibly nobody awaits this message anymore.
    message.promise.catch(() => {});
    return message;
  };
  let pending = open();
  worker.on('message', (message: WorkerMessage) => pending.resolve(message));
  worker.on('error', (thrown) => pending.reject(thrown));
  worker.on('exit', () => pending.reject(new Error('its reader thread ended')));
  return async () => {
    const message = await pending.promise;
    pending = open();
    return message;
  };
}

function notRead({ sizeBytes, head }: LargeReading, thrown: unknown): Omit<Ending, 'parts'> {
  const isMemory = thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const why = isMemory ? 'reading it needs too much memory' : thrown instanceof Error ? thrown.message : String(thrown);
  const error = failure('too-large', `The response of ${formatCount(sizeBytes)} bytes could not be read: ${why}.`, {
    hint: 'All of it is recorded and can be saved from Wire. Ask for less.',
    status: head.status,
  });
  return { verdict: 'failed', finishReason: null, error };
}
