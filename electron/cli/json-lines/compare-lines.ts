import * as z from 'zod/mini';
import { compareRouteIds } from '#shared/contract/compare.ts';
import { textRouteIds } from '#shared/protocol/compose/text-parameters.ts';
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

const state = z.enum([
  'waiting',
  'paused',
  'running',
  'skipped',
  'done',
  'done-with-warnings',
  'interrupted',
  'failed',
  'cancelled',
]);
const runState = z.enum(['running', 'done', 'stopped', 'capped', 'interrupted']);
const money = z.object({ nano: count, currency: text });

const cell = {
  id: text,
  rowId: text,
  laneId: text,
  repeat: count,
  state,
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
  assertions: z.array(z.object({ verdict: z.enum(['passed', 'failed', 'unknown', 'waiting']), reason: text })),
  grades: z.array(z.object({ order: count, score: amount, reason: text, exchangeId: words })),
  endedAt: nullable(time),
};

const judgement = {
  id: text,
  rowId: text,
  repeat: count,
  order: count,
  laneIds: z.array(text),
  state,
  exchangeId: words,
  failure: nullable(failureValue),
  problem: words,
  endedAt: nullable(time),
};

const judging = z.object({
  judge: z.object({
    connectionId: text,
    keyId: words,
    routeId: z.enum(textRouteIds),
    model: text,
    rubric: text,
    fields: anything,
  }),
  connection: text,
  key: words,
  state: runState,
  startedAt: time,
  endedAt: nullable(time),
  requests: count,
  ended: count,
  invalid: count,
});

const rate = z.object({ passed: count, known: count });
const change = {
  laneId: text,
  before: rate,
  after: rate,
  newlyFailed: z.array(text),
  newlyPassed: z.array(text),
  edited: count,
};

export const compareLines = [
  line('compare-plan', 'With `--plan`: what would be sent. `tokens` and `money` are estimates.', {
    calls: count,
    tokens: count,
    unlimitedLaneIds: z.array(text),
    money: z.array(money),
    unpricedLaneIds: z.array(text),
    judge: nullable(z.object({ calls: count, tokens: count, money: nullable(money) })),
    bodies: z.record(text, z.object({ address: text, body: text })),
    problems: z.array(failureValue),
  }),
  line('compare-lane', 'A lane of the run, before anything is sent.', lane),
  line('compare-cell', 'The reply of a lane to a row. `repeat` counts from 0; times are in milliseconds.', cell),
  line('compare-file', 'With `--save`: an image or audio of a reply was saved.', {
    cellId: text,
    path: text,
    sizeBytes: count,
  }),
  line(
    'compare-judgement',
    'With `--judge`: one request to the judge has ended. `laneIds` is the order in which it saw the replies; `problem` says why its reply cannot be used.',
    judgement,
  ),
  line('compare-end', 'The last line: the whole result. `regressions` lists the differences from `--against`.', {
    id: text,
    documentId: words,
    name: text,
    state: runState,
    startedAt: time,
    endedAt: nullable(time),
    rows: count,
    cellCount: count,
    ended: count,
    callsMade: count,
    tokensUsed: count,
    spent: z.array(money),
    unpriced: count,
    judging: nullable(judging),
    judgements: z.array(z.object(judgement)),
    regressions: nullable(z.array(z.object(change))),
    byLane: z.record(text, z.object({ ended: count, failed: count, passed: count, asserted: count })),
    lanes: z.array(z.object(lane)),
    cells: z.array(z.object(cell)),
  }),
] as const;
