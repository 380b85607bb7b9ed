import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { Reply, Step } from '#demo/responses/reply.ts';
import { withSteps } from '#demo/responses/steps.ts';

/** Appends other steps after the whole reply. */
export function andThen(reply: Reply, ...ending: Step[]): Reply {
  return withSteps(reply, (steps) => concatenate(steps, ending));
}

function* concatenate(...parts: Iterable<Step>[]): Generator<Step> {
  for (const part of parts) yield* part;
}

/** Inserts steps before everything else. */
export const startWith = (reply: Reply, ...first: Step[]): Reply =>
  withSteps(reply, (steps) => concatenate(first, steps));

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty last block with fixed codes. */
const lastBlock = Buffer.from([3, 0]);

/** Compresses bytes so that another block can follow: nothing is buffered. */
const openBlock = (bytes: Uint8Array): Buffer => deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });

/**
 * Compresses the bytes of some steps into one gzip member that is flushed after every step, as a compressing proxy does
 * with a stream. Without `isWhole` its end is omitted.
 */
export function* gzipSteps(steps: Iterable<Step>, isWhole = true): Generator<Step> {
  let sum = 0;
  let size = 0;
  yield { do: 'raw', bytes: header };
  for (const step of steps) {
    if (step.do !== 'raw' || step.bytes.length === 0) {
      yield step;
      continue;
    }
    const bytes = Buffer.from(step.bytes);
    sum = crc32(bytes, sum);
    size = (size + bytes.length) >>> 0;
    yield { ...step, bytes: openBlock(bytes) };
  }
  if (!isWhole) return;
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(sum, 0);
  trailer.writeUInt32LE(size, 4);
  yield { do: 'raw', bytes: Buffer.concat([lastBlock, trailer]) };
}
