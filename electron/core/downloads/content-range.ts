import type { DownloadNote } from '../ports.ts';

type Headers = readonly (readonly [name: string, value: string])[];

const header = (headers: Headers, wanted: string): string | null =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1].trim() ?? null;

/** Bytes of a file from `start` to `end`, inclusive; `null` for what the server did not say. */
export interface ContentRange {
  bytes: { start: number; end: number } | null;
  totalBytes: number | null;
}

const rangePattern = /^bytes\s+(?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/i;

/** Parses `Content-Range: bytes 0-99/200`, or the form of a 416 with a star. `null` when it is missing or invalid. */
export function contentRangeOf(headers: Headers): ContentRange | null {
  const found = rangePattern.exec(header(headers, 'content-range') ?? '');
  if (!found) return null;
  const totalBytes = found[3] === '*' ? null : Number(found[3]);
  if (found[1] === undefined) return { bytes: null, totalBytes };
  const [start, end] = [Number(found[1]), Number(found[2])];
  if (end < start || (totalBytes !== null && end >= totalBytes)) return null;
  return { bytes: { start, end }, totalBytes };
}

/** Returns a strong `ETag`, else `Last-Modified`: what `If-Range` accepts. A weak tag may match different bytes. */
export function validatorOf(headers: Headers): string | null {
  const tag = header(headers, 'etag');
  return tag !== null && /^"[^"]*"$/.test(tag) ? tag : header(headers, 'last-modified');
}

/** Returns true when the headers of a response describe another file than the partial one. */
export function isOtherFile(headers: Headers, note: Pick<DownloadNote, 'validator'>): boolean {
  const tag = header(headers, 'etag');
  if (note.validator?.startsWith('"')) return tag !== null && tag !== note.validator;
  const modified = header(headers, 'last-modified');
  return note.validator !== null && modified !== null && modified !== note.validator;
}

/** Returns the declared size of a response body; `null` when there is none, or when the body is compressed. */
export function announcedBytes(headers: Headers): number | null {
  const length = header(headers, 'content-length');
  const coding = header(headers, 'content-encoding') ?? 'identity';
  return coding === 'identity' && /^\d{1,15}$/.test(length ?? '') ? Number(length) : null;
}

export const isEncoded = (headers: Headers): boolean =>
  (header(headers, 'content-encoding') ?? 'identity') !== 'identity';

/** Returns whether the server supports range requests. */
export const supportsRanges = (headers: Headers): boolean =>
  header(headers, 'accept-ranges')?.toLowerCase() === 'bytes';

/** Returns the headers that request the rest of a partial file; none when that is not safe. */
export function resumeHeaders(part: { sizeBytes: number; note: DownloadNote | null }): [name: string, value: string][] {
  const { sizeBytes, note } = part;
  if (sizeBytes === 0 || note === null || !note.inPieces || note.validator === null) return [];
  return [
    ['Range', `bytes=${sizeBytes}-`],
    ['If-Range', note.validator],
  ];
}
