import { Buffer } from 'node:buffer';
import type { ClientRequest } from 'node:http';
import type { RequestBody } from '../request/request-body.ts';

/** Up to this size a body goes out together with its headers. */
const smallBytes = 64 * 1024;

/**
 * Writes a body, never faster than the socket takes it. Stops when `stopped` says so, because an early answer already
 * decided, or when the request is closed.
 *
 * @param onAccepted called with the bytes that left this process so far.
 */
export async function upload(
  request: ClientRequest,
  body: RequestBody | null,
  stopped: () => boolean,
  onAccepted: (bytes: number) => void,
): Promise<void> {
  if (body === null) {
    request.end();
    return;
  }
  if (body.sizeBytes <= smallBytes) {
    const pieces: Uint8Array[] = [];
    for await (const piece of body.stream()) pieces.push(piece);
    if (!stopped()) request.end(Buffer.concat(pieces), () => onAccepted(body.sizeBytes));
    return;
  }
  let accepted = 0;
  for await (const piece of body.stream()) {
    if (stopped()) return;
    const goOn = request.write(piece, (thrown) => {
      if (thrown) return;
      accepted += piece.length;
      onAccepted(accepted);
    });
    if (!goOn) await drained(request);
  }
  if (!stopped()) request.end();
}

function drained(request: ClientRequest): Promise<void> {
  if (request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      request.off('drain', done).off('close', done);
      resolve();
    };
    request.on('drain', done).on('close', done);
  });
}
