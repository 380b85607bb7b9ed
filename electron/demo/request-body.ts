import type { IncomingMessage, ServerResponse } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import type { LoggedRequest } from './request-log.ts';

/** The gateway's own limit, before and after a content coding is decoded. */
export const largestBodyBytes = 128 * 1024 * 1024;
const loggedBytes = 64 * 1024;

/** The body of a request, read only on demand: the response may well come first. */
export interface RequestBody {
  /** Returns the beginning of the body, as soon as some of it has arrived; empty when there is none. */
  first(): Promise<Buffer>;
  /**
   * Returns all of it, or `null` when it is larger than the limit. Rejects when the client disconnects before its end.
   */
  whole(): Promise<Buffer | null>;
  /** Reads on without storing anything. */
  discard(): void;
}

export function openBody(request: IncomingMessage, response: ServerResponse, record: LoggedRequest): RequestBody {
  const text = new StringDecoder('utf8');
  let chunks: Buffer[] = [];
  let isKept = true;
  let isStarted = false;
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  // The promise may be unobserved when the client disconnects.
  ended.promise.catch(() => undefined);

  const note = (chunk: Buffer): void => {
    const room = loggedBytes - record.bytes;
    if (room > 0) record.body += text.write(chunk.subarray(0, room));
    record.bytes += chunk.length;
    if (record.bytes > largestBodyBytes) drop();
    if (isKept) chunks.push(chunk);
    begun.resolve();
  };
  const drop = (): void => {
    isKept = false;
    chunks = [];
  };
  const start = (): void => {
    if (isStarted) return;
    isStarted = true;
    if (isKept && request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
    request.on('data', note);
    request.once('end', () => {
      begun.resolve();
      ended.resolve();
    });
    request.once('close', () => {
      begun.resolve();
      ended.reject(new Error('the client left before the end of its request'));
    });
  };
  return {
    async first() {
      start();
      await begun.promise;
      return chunks[0] ?? Buffer.alloc(0);
    },
    async whole() {
      start();
      await ended.promise;
      return isKept ? Buffer.concat(chunks) : null;
    },
    discard() {
      drop();
      start();
    },
  };
}
