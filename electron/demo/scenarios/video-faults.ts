import type { AuthorizedRequest } from '../incoming-request.ts';
import { asRecord, asText, type JsonRecord } from '../json-value.ts';
import { contentAddress, taskError, videoAddress } from '../media/video/video-reply.ts';
import type { VideoTask } from '../media/video/video-tasks.ts';
import { relayError, withHeaders } from '../responses/errors.ts';
import { jsonReply, type Reply, rawReply, type Step } from '../responses/reply.ts';
import { mapDocuments, withSteps } from '../responses/steps.ts';
import { documentsIn, type Effect, faultsOf } from './fault.ts';

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

/** Changes the reply to the request that submits a task. */
const whenSubmitted = (change: (document: JsonRecord) => JsonRecord): Effect =>
  documentsIn('tasks', (document, authorized) => (isReading(authorized) ? document : change(document)), 'whole');

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
const addressed = (record: JsonRecord, address: string): JsonRecord =>
  'metadata' in record ? { ...record, metadata: { url: address } } : { ...record, result_url: address };

/** Gives a finished task another address. */
const withAddress = (address: (task: VideoTask, authorized: AuthorizedRequest) => string): Effect =>
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
/** How often the video is missing although the task is done. */
const lateDownloads = 3;

/** How often a task was polled. */
const polls = new WeakMap<object, number>();
function countPoll(authorized: AuthorizedRequest): number {
  const task = taskOf(authorized);
  if (!task) return 0;
  const count = (polls.get(task) ?? 0) + 1;
  polls.set(task, count);
  return count;
}

/** How much of a video the gateway sends before the time limit of one response is reached. */
const budgetBytes = 64 * 1024;
/** How often the content is refused although the task is done. */
const earlyDownloads = 3;

/**
 * What video tasks really return, and what can go wrong with them. A task keeps the scenario under which it was
 * submitted.
 */
export const videoFaults = faultsOf(
  `
  video-odd-words | video | Custom status words | The statuses are unknown, Marinating and Success.
  video-progress-text | video | Progress as a string | The progress is a string with a percent sign.
  video-progress-fraction | video | Progress as a fraction | The progress is a number from 0 to 1.
  video-no-progress | video | No progress | No progress is reported.
  video-expiring-address | video | Expiring URL | The video is on a file host, without a key, for five seconds after its URL is returned.
  video-expired-address | video | Expired URL | The video was on a file host, and its URL has expired.
  video-wrong-host | video | URL on the wrong host | The URL of the video contains the host at which the operator believes the gateway is.
  video-no-address | video | No URL | A finished task has no URL: only its content can be requested.
  video-failed | video | Failed with a reason | The task fails at 40%, with a progress of 100 and the reason in the field of the URL.
  video-lost | video | Lost task | The task is accepted, and then the gateway doesn't know it.
  video-two-envelopes | video | Two envelopes | The record of the task is wrapped in two envelopes.
  video-only-id | video | Only an ID | The response to the new task is an ID and nothing else.
  video-empty-record | video | No record | Reading the task succeeds but returns no record.
  video-late-content | video | Late video | The task is done, but the first two requests for its video return 404.
  video-cut-content | video | Truncated video | The video stops at 70% of its declared length.
  video-page-content | video | HTML page instead of a video | The video is an HTML page with status 200.
  video-error-content | video | Error instead of a video | The video is an error in JSON with status 200.
  video-plain-label | video | Video without a content type | The video is labeled as generic bytes.
  video-no-ranges | video | No ranges | The complete video is returned, whatever range was requested.
  video-poll-after | video | Poll delay in a header | Reading the task returns a header to wait 700 ms.
  video-busy-polls | video | Too many polls | Every second poll is rejected with 429 and a delay of one second.
  video-shaky-polls | video | Unreliable polls | Polls return in turn 502, a page, a lost connection, and then a valid response.
  video-one-family | video | Only the other route | The task doesn't exist on the route family that created it.
  video-number-id | video | Numeric ID | The response to the new task contains a database row number next to the ID.
  video-content-not-ready | video | Content not ready | The task is done, but the first two requests for its content are rejected as not completed.
  video-time-budget | video | Time limit | Each response ends after 64 KiB, as new-api ends it after 60 seconds; ranges continue from there.
  video-cut-once | video | Video interrupted once | Only the first download is interrupted.
`,
  {
    'video-odd-words': whenRead((record) => ({
      ...record,
      status: unexpectedText[asText(record.status)] ?? record.status,
    })),
    'video-progress-text': whenRead((record) => ({ ...record, progress: `${percentOf(record)}%` })),
    'video-progress-fraction': whenRead((record) => ({ ...record, progress: percentOf(record) / 100 })),
    'video-no-progress': whenRead((record) => ({ ...record, progress: null })),
    'video-expiring-address': withAddress((task, { gateway }) =>
      videoAddress(gateway.origin, task, Date.now() + shortLifeMs),
    ),
    'video-expired-address': withAddress((task, { gateway }) => videoAddress(gateway.origin, task, 1000)),
    'video-wrong-host': withAddress((task) => contentAddress('http://localhost:3000', task)),
    'video-no-address': whenRead((record) => addressed(record, '')),
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
    'video-two-envelopes': documentsIn(
      'tasks',
      (document) => ({ code: 0, data: { code: 'success', message: '', data: document.data ?? document } }),
      'whole',
    ),
    'video-only-id': whenSubmitted(({ task_id }) => ({ task_id })),
    'video-empty-record': (reply, authorized) =>
      reply.dialect === 'tasks' && isReading(authorized)
        ? jsonReply({ code: 'success', message: '', data: null }, 'tasks')
        : reply,
    'video-late-content': whenLoaded((reply, authorized) =>
      (taskOf(authorized)?.downloads ?? 0) < lateDownloads
        ? relayError(authorized, 404, { message: 'Video not found' })
        : reply,
    ),
    'video-cut-content': whenLoaded((reply) =>
      withSteps(reply, (steps) => cutVideo(steps, (sizeBytes) => Math.floor(sizeBytes * 0.7))),
    ),
    'video-page-content': whenLoaded(() =>
      rawReply(200, 'text/html; charset=utf-8', '<!doctype html><title>Sign in</title><p>Please sign in.</p>'),
    ),
    'video-error-content': whenLoaded(() =>
      jsonReply({
        error: { message: 'Upstream service returned status 404', type: 'server_error', code: 'upstream_error' },
      }),
    ),
    'video-plain-label': whenLoaded((reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': 'application/octet-stream' },
    })),
    'video-no-ranges': { ignoresRanges: true },
    'video-poll-after': (reply, authorized) =>
      isReading(authorized) ? withHeaders(reply, { 'openai-poll-after-ms': '700' }) : reply,
    'video-busy-polls': {
      instead: (authorized) =>
        isReading(authorized) && countPoll(authorized) % 2 === 0
          ? withHeaders(relayError(authorized, 429, { message: 'Too many requests', code: 'rate_limit_exceeded' }), {
              'retry-after': '1',
            })
          : null,
    },
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
    'video-one-family': {
      instead: (authorized) =>
        authorized.route === 'videos.get'
          ? { ...jsonReply({ error: { message: 'Not Found', type: 'not_found_error' } }), status: 404 }
          : null,
    },
    'video-number-id': whenSubmitted(({ task_id }) => ({
      code: 'success',
      data: { id: 7, task_id, status: 'NOT_START' },
    })),
    'video-content-not-ready': whenLoaded((reply, authorized) =>
      (taskOf(authorized)?.downloads ?? 0) < earlyDownloads
        ? relayError(authorized, 400, {
            message: 'Task is not completed yet, current status: IN_PROGRESS',
            type: 'invalid_request_error',
          })
        : reply,
    ),
    'video-time-budget': whenLoaded((reply) => withSteps(reply, (steps) => cutVideo(steps, () => budgetBytes))),
    'video-cut-once': whenLoaded((reply, authorized) =>
      (taskOf(authorized)?.downloads ?? 0) > 1
        ? reply
        : withSteps(reply, (steps) => cutVideo(steps, (sizeBytes) => Math.floor(sizeBytes / 2))),
    ),
  },
);
