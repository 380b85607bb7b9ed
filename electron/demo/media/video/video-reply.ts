import { createHash } from 'node:crypto';
import type { IncomingRequest } from '../../incoming-request.ts';
import type { JsonRecord } from '../../json-value.ts';
import { Refusal, type Reply, rawReply, refusedWith, type Step, storageError } from '../../responses/reply.ts';
import { videoSize } from './video-files.ts';
import type { VideoState, VideoTask } from './video-tasks.ts';

const chunkBytes = 64 * 1024;

/** Serves a video like a file server: a strong ETag, and range requests. */
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
    steps: chunks(part),
  };
}

const chunks = (bytes: Buffer): Step[] =>
  Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, at) => ({
    do: 'raw',
    bytes: bytes.subarray(at * chunkBytes, (at + 1) * chunkBytes),
  }));

/** Returns one range of bytes, both ends inclusive; `null` for all of them. */
function rangeOf(header: string | undefined, sizeBytes: number): [start: number, end: number] | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  return start > end || start >= sizeBytes ? 'outside' : [start, end];
}

const pathPattern = /^\/videos\/(task_\w+)\.mp4$/;

/** Returns an address of a video that needs no key and expires, as file hosts issue them. `until` in milliseconds. */
export const videoAddress = (origin: string, { id }: VideoTask, until: number): string =>
  `${origin}/videos/${id}.mp4?expires=${Math.floor(until / 1000)}`;

/** Responds to such an address; `null` if the path is not one. */
export async function respondVideoAddress(incoming: IncomingRequest): Promise<Reply | null> {
  const id = pathPattern.exec(incoming.path)?.[1];
  if (id === undefined) return null;
  const task = incoming.gateway.videos.findByAddress(id);
  if (!task) return storageError(404, 'NoSuchKey', 'The specified key does not exist.');
  if (Number(incoming.query.get('expires') ?? 0) * 1000 < Date.now())
    return storageError(403, 'AccessDenied', 'Request has expired');
  return videoReply(incoming, await task.file(), `${id}.mp4`);
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Returns the address at which the gateway itself serves the video; it needs the key. */
export const contentAddress = (origin: string, { id }: Pick<VideoTask, 'id'>): string =>
  `${origin}/v1/videos/${id}/content`;

/** Returns the task as the compatible surface shows it, with the additions of new-api. */
export function videoObject(task: VideoTask, { word, percent }: VideoState, origin: string): JsonRecord {
  const isDone = word === 'completed';
  return {
    id: task.id,
    task_id: task.id,
    object: 'video',
    model: task.model,
    status: word,
    progress: percent,
    created_at: seconds(task.createdAt),
    completed_at: isDone ? seconds(Date.now()) : null,
    expires_at: isDone ? seconds(task.expiresAt) : null,
    prompt: task.prompt,
    size: `${videoSize.width}x${videoSize.height}`,
    seconds: String(task.seconds),
    remixed_from_video_id: task.remixedFrom,
    error: null,
    metadata: { url: isDone ? contentAddress(origin, task) : '' },
  };
}

const rowWords: Readonly<Record<VideoState['word'], string>> = {
  queued: 'QUEUED',
  in_progress: 'IN_PROGRESS',
  completed: 'SUCCESS',
  failed: 'FAILURE',
};

/** Returns the task as a row of the gateway's database, in an envelope. */
export function taskRow(task: VideoTask, { word, percent }: VideoState, origin: string): JsonRecord {
  const isDone = word === 'completed';
  return {
    code: 'success',
    message: '',
    data: {
      id: task.row,
      created_at: seconds(task.createdAt),
      updated_at: seconds(Date.now()),
      task_id: task.id,
      platform: '55',
      user_id: 1,
      group: 'default',
      channel_id: 1,
      quota: 2000,
      action: task.reference ? 'imageGenerate' : 'textGenerate',
      status: rowWords[word],
      fail_reason: '',
      result_url: isDone ? contentAddress(origin, task) : '',
      submit_time: seconds(task.createdAt),
      start_time: word === 'queued' ? 0 : seconds(task.createdAt),
      finish_time: isDone ? seconds(Date.now()) : 0,
      progress: `${percent}%`,
      properties: { input: task.prompt, origin_model_name: task.model },
      data: {},
    },
  };
}

/** Returns a refusal in the shape of the task routes: no `error` around it. */
export function taskError(code: string, message: string, status = 400): Refusal {
  return new Refusal(refusedWith(status, { code, message, data: null }));
}
