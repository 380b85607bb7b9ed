import * as z from 'zod/mini';
import { customKeyStyles } from '#shared/contract/exchanges.ts';
import { taskFamilies } from '#shared/contract/tasks.ts';
import { amount, count, failureValue, fileRef, flag, line, nullable, optional, text, time, words } from './values.ts';

/** The lines of `tasks`. */

const state = z.enum([
  'submitting',
  'checking',
  'unknown-outcome',
  'refused',
  'lost',
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
]);

const task = {
  id: text,
  connectionId: text,
  connectionName: text,
  keyId: words,
  keyAlias: words,
  family: z.enum(taskFamilies),
  taskId: words,
  model: words,
  prompt: text,
  parentId: words,
  groupId: words,
  adopted: flag,
  state,
  statusWord: words,
  progress: amount,
  submittedAt: time,
  endedAt: nullable(time),
  watching: flag,
  polls: count,
  missedPolls: count,
  nextPollAt: nullable(time),
  pollFailure: nullable(failureValue),
  paused: nullable(z.object({ why: z.enum(['key', 'connection', 'network', 'answer']), failure: failureValue })),
  spans: z.array(
    z.object({
      kind: z.enum(['submitting', 'checking', 'queued', 'running', 'odd', 'downloading']),
      startedAt: time,
      endedAt: nullable(time),
    }),
  ),
  failure: nullable(failureValue),
  result: z.object({
    state: z.enum(['none', 'waiting', 'downloading', 'paused', 'saved', 'failed', 'expired']),
    file: nullable(fileRef),
    more: optional(z.array(fileRef)),
    receivedBytes: count,
    totalBytes: nullable(count),
    expiresAt: nullable(time),
    failure: nullable(failureValue),
  }),
};

const mark = z.object({
  at: time,
  kind: z.enum([
    'submitted',
    'adopted',
    'state',
    'poll-failed',
    'stopped',
    'watched',
    'download',
    'saved',
    'paused',
    'restarted',
  ]),
  state,
  statusWord: words,
  progress: amount,
  note: words,
  exchangeId: words,
});

const rule = z.object({
  idAt: text,
  pollMethod: z.enum(['GET', 'POST']),
  keyStyle: z.optional(z.enum(customKeyStyles)),
  pollPath: text,
  pollBody: z.optional(text),
  resultPath: z.optional(text),
  stateAt: text,
  doneWords: z.array(text),
  failedWords: z.array(text),
  progressAt: text,
  mediaAt: text,
  errorAt: text,
  allResults: z.optional(flag),
});

export const taskLines = [
  line(
    'task',
    'The current state of a task. Only `tasks get` has `request` and the properties after it, and only `get` and `list` have `submitExchangeId`.',
    {
      ...task,
      submitExchangeId: optional(words),
      request: optional(words),
      lastPollExchangeId: optional(words),
      candidateIds: optional(z.array(text)),
      resultUrls: optional(z.array(text)),
      record: optional(words),
      marks: optional(z.array(mark)),
      rule: optional(nullable(rule)),
    },
  ),
  line('task-end', 'The last line of a task that was waited for.', task),
] as const;
