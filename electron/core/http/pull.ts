import type { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';

/** Who wants to know when bytes are waited for. */
export interface Waiting {
  wait(): void;
  rest(): void;
}

/**
 * The bytes of a stream as they are asked for, joined as far as they lie ready: a slow reader slows the sender. Ends when
 * the stream ends, breaks or is destroyed, and never throws; what had arrived before a fault still comes, which Node's own
 * iterator drops.
 */
export async function* pull(stream: Readable, waiting: Waiting): AsyncGenerator<Buffer, void, void> {
  const rest: Buffer[] = [];
  let over = false;
  let wake: (() => void) | null = null;
  const stir = () => {
    wake?.();
    wake = null;
  };
  const finish = () => {
    for (let bytes = stream.read(); bytes !== null; bytes = stream.read()) rest.push(bytes);
    over = true;
    stir();
  };
  // Never removed: an error that comes after the last read must not end the program.
  stream.on('error', finish);
  stream.on('readable', stir).once('end', finish).once('close', finish);
  if (stream.destroyed || stream.readableEnded) finish();
  try {
    for (;;) {
      const bytes: Buffer | null | undefined = over ? rest.shift() : stream.read();
      if (bytes) {
        waiting.rest();
        yield bytes;
      } else if (over) return;
      else {
        waiting.wait();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    waiting.rest();
    stream.off('readable', stir).off('end', finish).off('close', finish);
  }
}
