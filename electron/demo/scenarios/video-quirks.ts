import { asRecord, asText, type JsonRecord } from '../json-value.ts';
import { contentAddress, taskError } from '../media/video/task-record.ts';
import { videoAddress } from '../media/video/video-reply.ts';
import { relayError } from '../responses/errors.ts';
import { jsonReply, rawReply } from '../responses/reply.ts';
import { mapDocuments, withSteps } from '../responses/steps.ts';
import type { Fault } from './fault.ts';
import { cutVideo, isDone, isReading, percentOf, taskOf, video, whenLoaded, whenRead } from './video-fault.ts';

/** Puts the address of the result where the record of either route has it. */
const withAddress = (record: JsonRecord, address: string): JsonRecord =>
  'metadata' in record ? { ...record, metadata: { url: address } } : { ...record, result_url: address };

const unexpectedText: Readonly<Record<string, string>> = {
  queued: 'unknown',
  QUEUED: 'unknown',
  in_progress: 'Marinating',
  IN_PROGRESS: 'Marinating',
  completed: 'Success',
  SUCCESS: 'Success',
};

const reason = 'The generated video was blocked by the content policy';
/** An address is good for so long after it was told. */
const shortLifeMs = 5000;
/** So often the video is not there yet, although the task is done. */
const lateDownloads = 3;

/** What video tasks really answer, and what can go wrong with them. A task keeps the scenario it was ordered under. */
export const videoFaults: readonly Fault[] = [
  whenRead('odd-words', 'Words of its own', 'The states are unknown, Marinating and Success.', (record) => ({
    ...record,
    status: unexpectedText[asText(record.status)] ?? record.status,
  })),
  whenRead('progress-text', 'Progress as text', 'The progress is a text with a percent sign.', (record) => ({
    ...record,
    progress: `${percentOf(record)}%`,
  })),
  whenRead('progress-fraction', 'Progress as a fraction', 'The progress is a number from 0 to 1.', (record) => ({
    ...record,
    progress: percentOf(record) / 100,
  })),
  whenRead('no-progress', 'No progress', 'No progress is told at all.', (record) => ({ ...record, progress: null })),
  whenRead(
    'expiring-address',
    'Address that expires',
    'The video is on a file host, without a key, for five seconds after it was told.',
    (record, authorized) => {
      const task = taskOf(authorized);
      return task && isDone(record)
        ? withAddress(record, videoAddress(authorized.gateway.origin, task, Date.now() + shortLifeMs))
        : record;
    },
  ),
  whenRead(
    'expired-address',
    'Address that has expired',
    'The video was on a file host, and its address holds no longer.',
    (record, authorized) => {
      const task = taskOf(authorized);
      return task && isDone(record) ? withAddress(record, videoAddress(authorized.gateway.origin, task, 1000)) : record;
    },
  ),
  whenRead(
    'wrong-host',
    'Address on the wrong host',
    'The address of the video names the host on which the operator thinks the gateway is.',
    (record, authorized) => {
      const task = taskOf(authorized);
      return task && isDone(record) ? withAddress(record, contentAddress('http://localhost:3000', task)) : record;
    },
  ),
  whenRead(
    'no-address',
    'No address',
    'A finished task names no address: only its content can be asked for.',
    (record) => withAddress(record, ''),
  ),
  whenRead(
    'failed',
    'Failed with a reason',
    'The task fails at two fifths of its way, with a progress of 100 and the reason where an address could be.',
    (record) => {
      if (percentOf(record) < 40) return record;
      if ('metadata' in record)
        return { ...record, status: 'failed', progress: 100, error: { code: 'content_policy', message: reason } };
      return { ...record, status: 'FAILURE', progress: '100%', fail_reason: reason, result_url: reason };
    },
  ),
  {
    ...video('lost', 'Task is lost', 'The order is taken, and then nobody knows the task.'),
    instead: (authorized) =>
      isReading(authorized) || authorized.route === 'videos.content'
        ? taskError('task_not_exist', 'task_not_exist').reply
        : null,
  },
  {
    ...video('two-envelopes', 'Two envelopes', 'The record of the task stands in two envelopes.'),
    alter: (reply) =>
      reply.dialect === 'tasks'
        ? mapDocuments(
            reply,
            (document) => ({
              code: 0,
              data: { code: 'success', message: '', data: asRecord(document).data ?? document },
            }),
            'whole',
          )
        : reply,
  },
  {
    ...video('only-id', 'Only an id', 'The answer to the order is an id and nothing else.'),
    alter: (reply, authorized) =>
      reply.dialect === 'tasks' && !isReading(authorized)
        ? mapDocuments(reply, (document) => ({ task_id: asRecord(document).task_id }), 'whole')
        : reply,
  },
  {
    ...video('empty-record', 'No record', 'Reading the task succeeds and holds no record.'),
    alter: (reply, authorized) =>
      reply.dialect === 'tasks' && isReading(authorized)
        ? jsonReply({ code: 'success', message: '', data: null }, 'tasks')
        : reply,
  },
  whenLoaded(
    'late-content',
    'Video comes later',
    'The task is done, but its video is answered with 404 until it was asked for three times.',
    (reply, authorized) =>
      (taskOf(authorized)?.downloads ?? 0) < lateDownloads
        ? relayError(authorized, 404, { message: 'Video not found' })
        : reply,
  ),
  whenLoaded(
    'cut-content',
    'Video is cut',
    'The video breaks off after seven tenths of its announced length.',
    (reply) => withSteps(reply, (steps) => cutVideo(steps, (sizeBytes) => Math.floor(sizeBytes * 0.7))),
  ),
  whenLoaded('page-content', 'Page instead of a video', 'The video is a web page with status 200.', () =>
    rawReply(200, 'text/html; charset=utf-8', '<!doctype html><title>Sign in</title><p>Please sign in.</p>'),
  ),
  whenLoaded('error-content', 'Error instead of a video', 'The video is an error in JSON with status 200.', () =>
    jsonReply({
      error: { message: 'Upstream service returned status 404', type: 'server_error', code: 'upstream_error' },
    }),
  ),
  whenLoaded('plain-label', 'Video without a label', 'The video is labelled as bytes of any kind.', (reply) => ({
    ...reply,
    headers: { ...reply.headers, 'content-type': 'application/octet-stream' },
  })),
  {
    ...video('no-ranges', 'No ranges', 'The video always comes as a whole, whatever range was asked for.'),
    ignoresRanges: true,
  },
];
