import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from './file-store.ts';
import { refuse } from './guard-headers.ts';

/**
 * Types that a browser shows without running anything: `guardHeaders` forbid the scripts of an SVG, also where it is
 * opened by itself. All others are offered as a download.
 */
export const shown = /^(audio\/[\w.+-]+|video\/[\w.+-]+|image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)|text\/plain)$/;

/** Responds to a GET or HEAD for a stored file, whole or one range of it. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  store: FileStore,
  id: string,
): Promise<void> {
  const file = await store.open(id);
  if (!file) return refuse(response, 404, 'This file no longer exists.');
  const { name, type, sizeBytes } = file.ref;
  const range = readRange(request.headers.range, sizeBytes);
  if (range === 'outside') {
    response.setHeader('content-range', `bytes */${sizeBytes}`);
    return refuse(response, 416, 'The file has no such range.');
  }
  const isShown = shown.test(type);
  response.setHeader('content-type', isShown ? type : 'application/octet-stream');
  response.setHeader(
    'content-disposition',
    `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${headerName(name)}`,
  );
  response.setHeader('accept-ranges', 'bytes');
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  response.setHeader('content-length', end - start + 1);
  if (range) {
    response.statusCode = 206;
    response.setHeader('content-range', `bytes ${start}-${end}/${sizeBytes}`);
  }
  if (request.method === 'HEAD' || sizeBytes === 0) response.end();
  // A player that seeks disconnects midway; that is not an error.
  else await pipeline(Readable.from(file.stream(start, end)), response).catch(() => response.destroy());
}

/**
 * Returns one range of a `range` header; `undefined` when there is none, or one that may be ignored (several ranges,
 * another unit, nonsense); `outside` when it starts after the end.
 */
export function readRange(
  header: string | undefined,
  sizeBytes: number,
): { start: number; end: number } | 'outside' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== '' && from !== '' && Number(to) < start) return undefined;
  return start > end ? 'outside' : { start, end };
}

/** Percent-encodes a name as RFC 5987 requires, replacing a lone surrogate. */
const headerName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
