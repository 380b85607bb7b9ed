import type { DownloadNote } from '../ports.ts';

type Headers = readonly (readonly [name: string, value: string])[];

const header = (headers: Headers, wanted: string): string | null =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1].trim() ?? null;

/** Bytes of a file from `start` to `end`, both included; `null` for what the server did not say. */
export interface ContentRange {
  piece: { start: number; end: number } | null;
  totalBytes: number | null;
}

const rangePattern = /^bytes\s+(?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/i;

/** `Content-Range: bytes 0-99/200`, or with a star for the piece beside 416. `null` when it is missing or makes no sense. */
export function contentRangeOf(headers: Headers): ContentRange | null {
  const found = rangePattern.exec(header(headers, 'content-range') ?? '');
  if (!found) return null;
  const totalBytes = found[3] === '*' ? null : Number(found[3]);
  if (found[1] === undefined) return { piece: null, totalBytes };
  const [start, end] = [Number(found[1]), Number(found[2])];
  if (end < start || (totalBytes !== null && end >= totalBytes)) return null;
  return { piece: { start, end }, totalBytes };
}

/** A strong `ETag`, else `Last-Modified`: what `If-Range` takes. A weak tag may stand for other bytes. */
export function validatorOf(headers: Headers): string | null {
  const tag = header(headers, 'etag');
  return tag !== null && /^"[^"]*"$/.test(tag) ? tag : header(headers, 'last-modified');
}

/** True when the head of an answer names another file than the one that was begun. */
export function isOther(headers: Headers, note: Pick<DownloadNote, 'validator'>): boolean {
  const tag = header(headers, 'etag');
  if (note.validator?.startsWith('"')) return tag !== null && tag !== note.validator;
  const modified = header(headers, 'last-modified');
  return note.validator !== null && modified !== null && modified !== note.validator;
}

/** How long the body of an answer says that it is; `null` when it does not, or when it is compressed. */
export function announcedBytes(headers: Headers): number | null {
  const length = header(headers, 'content-length');
  const coding = header(headers, 'content-encoding') ?? 'identity';
  return coding === 'identity' && /^\d{1,15}$/.test(length ?? '') ? Number(length) : null;
}

export const isEncoded = (headers: Headers): boolean =>
  (header(headers, 'content-encoding') ?? 'identity') !== 'identity';

/** The server says that it gives out pieces. */
export const givesPieces = (headers: Headers): boolean => header(headers, 'accept-ranges')?.toLowerCase() === 'bytes';

/** The headers that ask for the rest of what was begun; none where that can not be had safely. */
export function resumeHeaders(part: { sizeBytes: number; note: DownloadNote | null }): [name: string, value: string][] {
  const { sizeBytes, note } = part;
  if (sizeBytes === 0 || note === null || !note.inPieces || note.validator === null) return [];
  return [
    ['Range', `bytes=${sizeBytes}-`],
    ['If-Range', note.validator],
  ];
}
