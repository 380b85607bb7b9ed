import type { AuthorizedRequest } from '../incoming-request.ts';
import { asRecord } from '../json-value.ts';
import { relayError, withHeaders } from '../responses/errors.ts';
import { jsonReply, rawReply } from '../responses/reply.ts';
import { mapDocuments, withSteps } from '../responses/steps.ts';
import type { Fault } from './fault.ts';
import { cutVideo, isReading, taskOf, video, whenLoaded } from './video-fault.ts';

/** How often a task was asked for. */
const polls = new WeakMap<object, number>();
function countPoll(authorized: AuthorizedRequest): number {
  const task = taskOf(authorized);
  if (!task) return 0;
  const count = (polls.get(task) ?? 0) + 1;
  polls.set(task, count);
  return count;
}

/** So much of a video leaves the gateway before its time for one answer is over. */
const budgetBytes = 64 * 1024;
/** So often the content is refused although the task is done. */
const earlyDownloads = 3;

/** How gateways answer those who ask for a task again and again, and those who fetch what came of it. */
export const videoPollFaults: readonly Fault[] = [
  {
    ...video('poll-after', 'Says when to ask again', 'Reading the task says in a header to come back after 700 ms.'),
    alter: (reply, authorized) =>
      isReading(authorized) ? withHeaders(reply, { 'openai-poll-after-ms': '700' }) : reply,
  },
  {
    ...video(
      'busy-polls',
      'Too many questions',
      'Every second reading of a task is refused with 429 and a wait of a second.',
    ),
    instead: (authorized) =>
      isReading(authorized) && countPoll(authorized) % 2 === 0
        ? withHeaders(relayError(authorized, 429, { message: 'Too many requests', code: 'rate_limit_exceeded' }), {
            'retry-after': '1',
          })
        : null,
  },
  {
    ...video(
      'shaky-polls',
      'Readings that fail',
      'Readings of a task end in turn with 502, a page and a cut connection, then well.',
    ),
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
  {
    ...video('one-family', 'Only the other route', 'The task is not known on the route family that it was ordered on.'),
    instead: (authorized) =>
      authorized.route === 'videos.get'
        ? { ...jsonReply({ error: { message: 'Not Found', type: 'not_found_error' } }), status: 404 }
        : null,
  },
  {
    ...video(
      'number-id',
      'A number for an id',
      'The order is answered with the number of a database row beside the id.',
    ),
    alter: (reply, authorized) =>
      reply.dialect === 'tasks' && !isReading(authorized)
        ? mapDocuments(
            reply,
            (document) => ({
              code: 'success',
              data: { id: 7, task_id: asRecord(document).task_id, status: 'NOT_START' },
            }),
            'whole',
          )
        : reply,
  },
  whenLoaded(
    'content-not-ready',
    'Content is not ready',
    'The task is done, but its content is refused as not completed until it was asked for three times.',
    (reply, authorized) =>
      (taskOf(authorized)?.downloads ?? 0) < earlyDownloads
        ? relayError(authorized, 400, {
            message: 'Task is not completed yet, current status: IN_PROGRESS',
            type: 'invalid_request_error',
          })
        : reply,
  ),
  whenLoaded(
    'time-budget',
    'Cut by a time budget',
    'Each answer ends after 64 KiB, as new-api ends it after 60 seconds; ranges go on from there.',
    (reply) => withSteps(reply, (steps) => cutVideo(steps, () => budgetBytes)),
  ),
  whenLoaded(
    'cut-once',
    'Video is cut once',
    'Only the first download breaks off in its middle.',
    (reply, authorized) =>
      (taskOf(authorized)?.downloads ?? 0) > 1
        ? reply
        : withSteps(reply, (steps) => cutVideo(steps, (sizeBytes) => Math.floor(sizeBytes / 2))),
  ),
];
