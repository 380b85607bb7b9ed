import { openAsBlob } from 'node:fs';
import http from 'node:http';

/** Sends this many bytes from one buffer by bare node:http, as fast as the socket accepts them. */
export function sendFromMemory(address: string, sizeBytes: number): Promise<void> {
  const block = Buffer.alloc(1024 * 1024, 7);
  return new Promise((resolve, reject) => {
    const request = http.request(address, { method: 'POST', headers: { 'content-length': sizeBytes } }, (answer) => {
      answer.resume().once('end', resolve);
    });
    request.once('error', reject);
    let left = sizeBytes;
    const write = () => {
      while (left > 0) {
        const piece = block.subarray(0, Math.min(left, block.length));
        left -= piece.length;
        if (!request.write(piece)) {
          request.once('drain', write);
          return;
        }
      }
      request.end();
    };
    write();
  });
}

/** Sends a form with a file by Node's fetch, as its documentation shows it. */
export async function sendByFetch(address: string, file: string): Promise<void> {
  const form = new FormData();
  form.set('file', await openAsBlob(file), 'talk.wav');
  await (await fetch(address, { method: 'POST', body: form })).text();
}
