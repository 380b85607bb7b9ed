import { fstatSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { getSystemErrorMessage } from 'node:util';

type Output = NodeJS.WriteStream & { fd?: number };

/**
 * Returns an output whose writes are complete or fail. Node's stream for a file ignores that a write was cut short, as
 * it is when the disk is nearly full.
 */
export function wholeOutput(output: Output): NodeJS.WriteStream {
  const { fd } = output;
  if (fd === undefined || !fstatSync(fd).isFile()) return output;
  const whole = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      try {
        for (let from = 0; from < chunk.length; ) from += writeSync(fd, chunk, from);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  return whole as unknown as NodeJS.WriteStream;
}

/** What a reader that has left causes, such as `head`; on Windows `EOF`. It is no failure of the output. */
const readerLeft: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ECONNRESET', 'EOF', 'ERR_STREAM_DESTROYED']);

/**
 * Watches an output for writes that fail.
 *
 * @returns a function that waits for everything written so far, and returns why it is incomplete in the words of the
 *   system; `null` if it is complete, or if its reader has left.
 */
export function watchWrites(output: NodeJS.WriteStream): () => Promise<string | null> {
  let problem: string | null = null;
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (readerLeft.has(error.code)) return;
    const words = error.errno === undefined ? error.message : getSystemErrorMessage(error.errno);
    problem ??= words.charAt(0).toUpperCase() + words.slice(1);
  });
  return async () => {
    await new Promise<void>((resolve) => output.write('', () => resolve()));
    // A stream reports its error after the write that failed.
    await new Promise((resolve) => setImmediate(resolve));
    return problem;
  };
}
