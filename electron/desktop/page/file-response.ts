import { Readable } from 'node:stream';
import type { FileStore } from '#core/files/file-store.ts';
import { percentDecoded } from '#shared/percent.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { guardHeaders } from '../../hosting/guard-headers.ts';
import { readRange, shown } from '../../hosting/send-file.ts';

/** The part of the core's file store that the page reaches by address. */
export type FileSource = Pick<FileStore, 'open' | 'admit'>;

export const plainResponse = (status: number, reason: string): Response =>
  new Response(`${reason}\n`, { status, headers: { ...guardHeaders, 'content-type': 'text/plain; charset=utf-8' } });

/** Responds to a GET or HEAD for a stored file, whole or one range of it: players seek by ranges. */
export async function fileResponse(store: FileSource, id: string, request: Request): Promise<Response> {
  const file = await store.open(id);
  if (!file) return plainResponse(404, 'This file no longer exists.');
  const { type, sizeBytes } = file.ref;
  const range = readRange(request.headers.get('range') ?? undefined, sizeBytes);
  if (range === 'outside') {
    const answer = plainResponse(416, 'The file has no such range.');
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
  const body = isEmpty
    ? null
    : (Readable.toWeb(Readable.from(file.stream(start, end))) as unknown as ConstructorParameters<typeof Response>[0]);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/**
 * Responds to `POST /files` as the browser host does: the body is the file, its type is `content-type`, its name,
 * percent-encoded, is `x-file-name`; the response is 201 with the `FileRef`, or an error status with a `Failure`. The
 * body length of a request to a custom scheme is not known in advance; the store has its own limit.
 */
export async function uploadResponse(store: FileSource, request: Request): Promise<Response> {
  const file = {
    name: percentDecoded(request.headers.get('x-file-name') ?? '') || 'file',
    type: request.headers.get('content-type') || 'application/octet-stream',
    sizeBytes: null,
  };
  try {
    const bytes = (request.body ?? Readable.from([])) as AsyncIterable<Uint8Array>;
    return Response.json(await store.admit(file, bytes), { status: 201, headers: guardHeaders });
  } catch (thrown) {
    const reason = AppError.from(thrown);
    const status = reason.code === 'too-large' ? 413 : reason.code === 'storage' ? 507 : 500;
    return Response.json(reason, { status, headers: guardHeaders });
  }
}
