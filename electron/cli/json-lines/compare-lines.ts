import * as z from 'zod/mini';
import { compareRouteIds } from '#shared/contract/compare.ts';
import { usage } from './run-lines.ts';
import { amount, anything, count, failureValue, fileRef, line, nullable, text, time, words } from './values.ts';

/** The lines of `compare`. */

const lane = {
  id: text,
  connectionId: text,
  connection: words,
  keyId: words,
  key: words,
  routeId: z.enum(compareRouteIds),
  model: text,
  system: words,
  prompt: words,
  fields: anything,
};

const cell = {
  id: text,
  rowId: text,
  laneId: text,
  repeat: count,
  state: z.enum([
    'waiting',
    'paused',
    'running',
    'skipped',
    'done',
    'done-with-warnings',
    'interrupted',
    'failed',
    'cancelled',
  ]),
  text,
  reasoning: text,
  files: z.array(fileRef),
  exchangeId: words,
  failure: nullable(failureValue),
  warnings: z.array(z.object({ code: text, message: text })),
  metrics: nullable(
    z.object({
      ttftMs: amount,
      interTokenMs: amount,
      interChunkP95Ms: amount,
      tokensPerSecond: amount,
      latencyMs: amount,
      usage: nullable(z.object(usage)),
      finishReason: words,
      sentBytes: count,
      receivedBytes: count,
    }),
  ),
  assertions: z.array(z.object({ verdict: z.enum(['passed', 'failed', 'unknown']), reason: text })),
  endedAt: nullable(time),
};

export const compareLines = [
  line('compare-plan', 'With `--plan`: what would be sent. `tokens` is an estimate.', {
    calls: count,
    tokens: count,
    unlimitedLaneIds: z.array(text),
    bodies: z.record(text, z.object({ address: text, body: text })),
    problems: z.array(failureValue),
  }),
  line('compare-lane', 'A lane of the run, before anything is sent.', lane),
  line('compare-cell', 'The reply of a lane to a row. `repeat` counts from 0; times are in milliseconds.', cell),
  line('compare-end', 'The last line: the whole result.', {
    id: text,
    documentId: words,
    name: text,
    state: z.enum(['running', 'done', 'stopped', 'capped', 'interrupted']),
    startedAt: time,
    endedAt: nullable(time),
    cellCount: count,
    ended: count,
    callsMade: count,
    tokensUsed: count,
    byLane: z.record(text, z.object({ ended: count, failed: count, passed: count, asserted: count })),
    lanes: z.array(z.object(lane)),
    cells: z.array(z.object(cell)),
  }),
] as const;
