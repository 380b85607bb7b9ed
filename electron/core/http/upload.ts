import { Buffer } from 'node:buffer';
import type { ClientRequest } from 'node:http';
import type { RequestBody } from './request-body.ts';

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
    for await (const piece of body.stream()) pieces.push(Buffer.from(piece));
    if (!stopped()) request.end(Buffer.concat(pieces), () => onAccepted(body.sizeBytes));
    return;
  }
  let accepted = 0;
  for await (const piece of body.stream()) {
    if (stopped()) return;
    // The next piece may use the same memory.
    if (!(await written(request, piece))) continue;
    accepted += piece.length;
    onAccepted(accepted);
  }
  if (!stopped()) request.end();
}

/** Resolves when the piece has left this process, and with false when the request was closed before. */
function written(request: ClientRequest, piece: Uint8Array): Promise<boolean> {
  if (request.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const onClose = () => resolve(false);
    request.once('close', onClose);
    request.write(piece, (thrown) => {
      request.off('close', onClose);
      resolve(!thrown);
    });
  });
}
