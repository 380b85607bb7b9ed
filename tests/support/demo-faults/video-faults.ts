import type { JsonRecord } from '#demo/json-value.ts';
import { contentAddress } from '#demo/media/video/video-reply.ts';
import { jsonReply, relayError, withHeaders } from '#demo/responses/reply.ts';
import { withSteps } from '#demo/responses/steps.ts';
import { documentsIn, type Effect, faultsOf } from '#demo/scenarios/fault.ts';
import {
  addressed,
  countPoll,
  cutVideo,
  isReading,
  percentOf,
  taskOf,
  whenLoaded,
  whenRead,
  withAddress,
} from '#demo/scenarios/video-faults.ts';

/** Changes the reply to the request that submits a task. */
const whenSubmitted = (change: (document: JsonRecord) => JsonRecord): Effect =>
  documentsIn('tasks', (document, authorized) => (isReading(authorized) ? document : change(document)), 'whole');

/** How often the video is missing although the task is done. */
const lateDownloads = 3;

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
  video-progress-fraction | video
  video-no-progress | video
  video-wrong-host | video
  video-no-address | video
  video-two-envelopes | video
  video-only-id | video
  video-empty-record | video
  video-late-content | video
  video-error-content | video
  video-plain-label | video
  video-no-ranges | video
  video-poll-after | video
  video-busy-polls | video
  video-one-family | video
  video-number-id | video
  video-content-not-ready | video
  video-time-budget | video
  video-cut-once | video
`,
  {
    'video-progress-fraction': whenRead((record) => ({ ...record, progress: percentOf(record) / 100 })),
    'video-no-progress': whenRead((record) => ({ ...record, progress: null })),
    'video-wrong-host': withAddress((task) => contentAddress('http://localhost:3000', task)),
    'video-no-address': whenRead((record) => addressed(record, '')),
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
