import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AppError, failure } from '#shared/routes/failure.ts';
import type { FileRef } from '#shared/routes/part.ts';
import type { FileStore } from './loopback/file-store.ts';
import { guardHeaders } from './loopback/guard-headers.ts';
import { readRange, shown } from './loopback/send-file.ts';

/** Largest file that page script may hand over at once; larger ones lie on disk and are admitted by their path. */
const uploadLimitBytes = 512 * 1024 ** 2;

export const plainAnswer = (status: number, reason: string): Response =>
  new Response(`${reason}\n`, { status, headers: { ...guardHeaders, 'content-type': 'text/plain; charset=utf-8' } });

/** Answers a GET or HEAD for a stored file, whole or one range of it: players seek by ranges. */
export async function fileResponse(store: FileStore, id: string, request: Request): Promise<Response> {
  const file = await store.open(id);
  if (!file) return plainAnswer(404, 'There is no such file any more.');
  const { type, sizeBytes } = file.ref;
  const range = readRange(request.headers.get('range') ?? undefined, sizeBytes);
  if (range === 'outside') {
    const answer = plainAnswer(416, 'The file has no such range.');
    answer.headers.set('content-range', `bytes */${sizeBytes}`);
    return answer;
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  const headers = {
    ...guardHeaders,
    'content-type': shown.test(type) ? type : 'application/octet-stream',
    'content-length': String(end - start + 1),
    'accept-ranges': 'bytes',
    ...(range && { 'content-range': `bytes ${start}-${end}/${sizeBytes}` }),
  };
  const isEmpty = request.method === 'HEAD' || sizeBytes === 0;
  const body = isEmpty ? null : (Readable.toWeb(Readable.from(file.stream(start, end))) as ReadableStream<Uint8Array>);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/**
 * Answers `POST /files?name=...` as the browser host does: 201 with the `FileRef`, or a status with `{failure}`. The
 * body of a request to a custom scheme has no length beforehand, so it is measured before the store sees it.
 */
export async function uploadResponse(store: FileStore, request: Request): Promise<Response> {
  try {
    const chunks = await collect(request);
    const file: Omit<FileRef, 'id'> = {
      name: new URL(request.url).searchParams.get('name') || 'file',
      type: request.headers.get('content-type') || 'application/octet-stream',
      sizeBytes: chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0),
    };
    return Response.json(await store.admit(file, Readable.from(chunks)), { status: 201, headers: guardHeaders });
  } catch (thrown) {
    const reason = AppError.from(thrown);
    const status = reason.code === 'too-large' ? 413 : reason.code === 'storage' ? 507 : 500;
    return Response.json({ failure: reason }, { status, headers: guardHeaders });
  }
}

async function collect(request: Request): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > uploadLimitBytes) throw new AppError(tooLarge);
    chunks.push(chunk);
  }
  return chunks;
}

const tooLarge = failure('too-large', 'More than 512 MiB were handed over at once.', {
  hint: 'Save it as a file and drop that on the window.',
});
