import type { AuthorizedRequest } from '../incoming-request.ts';
import { asRecord, asText, type JsonRecord } from '../json-value.ts';
import { taskError, videoAddress } from '../media/video/video-reply.ts';
import type { VideoTask } from '../media/video/video-tasks.ts';
import { jsonReply, type Reply, rawReply, relayError, type Step } from '../responses/reply.ts';
import { mapDocuments, withSteps } from '../responses/steps.ts';
import { type Effect, faultsOf } from './fault.ts';

export const isReading = ({ route }: AuthorizedRequest): boolean =>
  route === 'videos.get' || route === 'video.generations.get';

/**
 * Changes the record of a task when it is read, with or without its envelope; the response to the submission is
 * unchanged.
 */
export const whenRead = (change: (record: JsonRecord, authorized: AuthorizedRequest) => JsonRecord): Effect => ({
  alter: (reply, authorized) =>
    reply.dialect === 'tasks' && isReading(authorized)
      ? mapDocuments(
          reply,
          (document) => {
            const whole = asRecord(document);
            return authorized.route === 'videos.get'
              ? change(whole, authorized)
              : { ...whole, data: change(asRecord(whole.data), authorized) };
          },
          'whole',
        )
      : reply,
});

/** Changes the bytes of the video. */
export const whenLoaded = (change: (reply: Reply, authorized: AuthorizedRequest) => Reply): Effect => ({
  alter: (reply, authorized) =>
    authorized.route === 'videos.content' && reply.status < 300 ? change(reply, authorized) : reply,
});

/** Sends the beginning of a video, then ends the connection; a shorter video stays whole. */
export function cutVideo(steps: Iterable<Step>, mostBytes: (sizeBytes: number) => number): Step[] {
  const video = Buffer.concat([...steps].flatMap((step) => (step.do === 'raw' ? [Buffer.from(step.bytes)] : [])));
  const most = mostBytes(video.length);
  if (video.length <= most) return [{ do: 'raw', bytes: video }];
  return [{ do: 'raw', bytes: video.subarray(0, most) }, { do: 'close' }];
}

export const isDone = ({ status }: JsonRecord): boolean => status === 'completed' || status === 'SUCCESS';

export const taskOf = ({ gateway, parameters }: AuthorizedRequest) =>
  gateway.videos.findByAddress(parameters.task_id ?? '');

/** Returns the progress from either record. */
export const percentOf = ({ progress }: JsonRecord): number =>
  typeof progress === 'number' ? progress : Number.parseInt(asText(progress), 10) || 0;

/** Sets the address of the result where the record of either route has it. */
export const addressed = (record: JsonRecord, address: string): JsonRecord =>
  'metadata' in record ? { ...record, metadata: { url: address } } : { ...record, result_url: address };

/** Gives a finished task another address. */
export const withAddress = (address: (task: VideoTask, authorized: AuthorizedRequest) => string): Effect =>
  whenRead((record, authorized) => {
    const task = taskOf(authorized);
    return task && isDone(record) ? addressed(record, address(task, authorized)) : record;
  });

const unexpectedText: Readonly<Record<string, string>> = {
  queued: 'unknown',
  QUEUED: 'unknown',
  in_progress: 'Marinating',
  IN_PROGRESS: 'Marinating',
  completed: 'Success',
  SUCCESS: 'Success',
};

const reason = 'The generated video was blocked by the content policy';

/** Lifetime of an address after it was sent. */
const shortLifeMs = 5000;

/** How often a task was polled. */
const polls = new WeakMap<object, number>();

export function countPoll(authorized: AuthorizedRequest): number {
  const task = taskOf(authorized);
  if (!task) return 0;
  const count = (polls.get(task) ?? 0) + 1;
  polls.set(task, count);
  return count;
}

/**
 * What video tasks really return, and what can go wrong with them. A task keeps the scenario under which it was
 * submitted.
 */
export const videoFaults = faultsOf(
  `
  video-odd-words | video | media | Custom status words | 自定义状态词
  video-progress-text | video | media | Progress as a string | 进度为字符串
  video-expiring-address | video | media | Expiring URL | 即将过期的网址
  video-expired-address | video | media | Expired URL | 网址已过期
  video-failed | video | media | Failed with a reason | 失败并说明原因
  video-lost | video | media | Lost task | 任务丢失
  video-cut-content | video | media | Truncated video | 视频被截断
  video-page-content | video | media | HTML page instead of a video | 返回网页而非视频
  video-shaky-polls | video | media | Unreliable polls | 轮询不稳定
`,
  {
    'video-odd-words': whenRead((record) => ({
      ...record,
      status: unexpectedText[asText(record.status)] ?? record.status,
    })),
    'video-progress-text': whenRead((record) => ({ ...record, progress: `${percentOf(record)}%` })),
    'video-expiring-address': withAddress((task, { gateway }) =>
      videoAddress(gateway.origin, task, Date.now() + shortLifeMs),
    ),
    'video-expired-address': withAddress((task, { gateway }) => videoAddress(gateway.origin, task, 1000)),
    'video-failed': whenRead((record) => {
      if (percentOf(record) < 40) return record;
      if ('metadata' in record)
        return { ...record, status: 'failed', progress: 100, error: { code: 'content_policy', message: reason } };
      return { ...record, status: 'FAILURE', progress: '100%', fail_reason: reason, result_url: reason };
    }),
    'video-lost': {
      instead: (authorized) =>
        isReading(authorized) || authorized.route === 'videos.content'
          ? taskError('task_not_exist', 'task_not_exist').reply
          : null,
    },
    'video-cut-content': whenLoaded((reply) =>
      withSteps(reply, (steps) => cutVideo(steps, (sizeBytes) => Math.floor(sizeBytes * 0.7))),
    ),
    'video-page-content': whenLoaded(() =>
      rawReply(200, 'text/html; charset=utf-8', '<!doctype html><title>Sign in</title><p>Please sign in.</p>'),
    ),
    'video-shaky-polls': {
      instead(authorized) {
        if (!isReading(authorized)) return null;
        switch (countPoll(authorized) % 4) {
          case 1:
            return relayError(authorized, 502, { message: 'Upstream service returned status 502' });
          case 2:
            return rawReply(200, 'text/html; charset=utf-8', '<!doctype html><title>Sign in</title>');
          case 3:
            return { ...jsonReply({}), steps: [{ do: 'raw', bytes: '{"id":"ta' }, { do: 'reset' }] };
          default:
            return null;
        }
      },
    },
  },
);
