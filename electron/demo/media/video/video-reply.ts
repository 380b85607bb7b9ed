import { createHash } from 'node:crypto';
import type { IncomingRequest } from '../../incoming-request.ts';
import { type Reply, rawReply, type Step, storageError } from '../../responses/reply.ts';
import type { VideoTask } from './video-tasks.ts';

const pieceBytes = 64 * 1024;

/** Gives a video out as a file server does: a strong tag, and ranges for those who ask. */
export function videoReply(
  { request }: Pick<IncomingRequest, 'request'>,
  video: Buffer,
  name: string,
  hasRanges = true,
): Reply {
  const etag = `"${createHash('sha256').update(video).digest('base64url').slice(0, 27)}"`;
  const headers = {
    etag,
    ...(hasRanges && { 'accept-ranges': 'bytes' }),
    'cache-control': 'public, max-age=86400',
    'content-disposition': `inline; filename="${name}"`,
  };
  if (request.headers['if-none-match'] === etag) return { ...rawReply(304, null, ''), headers };
  const isSame = hasRanges && (request.headers['if-range'] ?? etag) === etag;
  const range = isSame ? rangeOf(request.headers.range, video.length) : null;
  if (range === 'outside')
    return { ...rawReply(416, null, ''), headers: { ...headers, 'content-range': `bytes */${video.length}` } };
  const [start, end] = range ?? [0, video.length - 1];
  const part = video.subarray(start, end + 1);
  return {
    ...rawReply(range ? 206 : 200, 'video/mp4', ''),
    headers: {
      ...headers,
      'content-type': 'video/mp4',
      'content-length': String(part.length),
      ...(range && { 'content-range': `bytes ${start}-${end}/${video.length}` }),
    },
    steps: pieces(part),
  };
}

const pieces = (bytes: Buffer): Step[] =>
  Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, at) => ({
    do: 'raw',
    bytes: bytes.subarray(at * pieceBytes, (at + 1) * pieceBytes),
  }));

/** One range of bytes, both ends included; `null` to give all of them. */
function rangeOf(header: string | undefined, sizeBytes: number): [start: number, end: number] | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  return start > end || start >= sizeBytes ? 'outside' : [start, end];
}

const pathPattern = /^\/videos\/(task_\w+)\.mp4$/;

/** An address of a video that needs no key and holds until a time, as file hosts give them. `until` in milliseconds. */
export const videoAddress = (origin: string, { id }: VideoTask, until: number): string =>
  `${origin}/videos/${id}.mp4?expires=${Math.floor(until / 1000)}`;

/** The answer to such an address; `null` when the path leads elsewhere. */
export async function respondVideoAddress(incoming: IncomingRequest): Promise<Reply | null> {
  const id = pathPattern.exec(incoming.path)?.[1];
  if (id === undefined) return null;
  const task = incoming.gateway.videos.findByAddress(id);
  if (!task) return storageError(404, 'NoSuchKey', 'The specified key does not exist.');
  if (Number(incoming.query.get('expires') ?? 0) * 1000 < Date.now())
    return storageError(403, 'AccessDenied', 'Request has expired');
  return videoReply(incoming, await task.file(), `${id}.mp4`);
}
