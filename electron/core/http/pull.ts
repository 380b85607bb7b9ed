import type { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';

/** Is notified while bytes are waited for. */
interface WaitObserver {
  wait(): void;
  rest(): void;
}

/**
 * Yields the bytes of a stream on demand, joined as far as they are ready: a slow reader slows the sender. Ends when
 * the stream ends, breaks or is destroyed, and never throws; what arrived before a fault is still yielded, which Node's
 * own iterator drops.
 */
export async function* pull(stream: Readable, waiting: WaitObserver): AsyncGenerator<Buffer, void, void> {
  const rest: Buffer[] = [];
  let over = false;
  let wake: (() => void) | null = null;
  const notify = () => {
    wake?.();
    wake = null;
  };
  const finish = () => {
    for (let bytes = stream.read(); bytes !== null; bytes = stream.read()) rest.push(bytes);
    over = true;
    notify();
  };
  // Never removed: an error after the last read must not crash the program.
  stream.on('error', finish);
  stream.on('readable', notify).once('end', finish).once('close', finish);
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
    stream.off('readable', notify).off('end', finish).off('close', finish);
  }
}

/** Smaller ones may share their ArrayBuffer with others. */
const ownBytes = 16 * 1024;

/**
 * Releases the memory of bytes at once, when they have an ArrayBuffer of their own. The network delivers each 64 KiB in
 * a new one, and the garbage collector lets 60 MB of them accumulate. The bytes cannot be read anymore afterwards.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (byteLength >= ownBytes && buffer.byteLength === byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
