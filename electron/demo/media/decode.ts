import { Worker } from 'node:worker_threads';
import { type Decoded, type DecodeJob, type DecodeWord, UnreadableFile } from './decode-job.ts';

/** An image or recording at the limit takes a few seconds. */
const timeLimitMs = 30_000;
/** Where the thread's file is: in the built program an entry of its own, beside the folder of shared chunks. */
function placeOf(source: URL): URL {
  const here = import.meta.url;
  return here.endsWith('.ts')
    ? source
    : new URL(`${/\/chunks\/[^/]*$/.test(here) ? '..' : '.'}/decode-worker.js`, here);
}

const memory = { maxOldGenerationSizeMb: 1024 };

/**
 * Decodes a file in a thread of its own, so that a decoder that never ends or takes all the memory ends with its thread.
 *
 * @throws UnreadableFile when it cannot be decoded, or not within 30 seconds.
 */
export async function decodeApart<Kind extends keyof Decoded>(
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
