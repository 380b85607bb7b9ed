import * as z from 'zod/mini';
import { checkLevels, checkVerdicts } from '#shared/contract/checks.ts';
import { compareRouteIds } from '#shared/contract/compare.ts';
import { textRouteIds } from '#shared/protocol/compose/text-parameters.ts';
import { usage } from './run-lines.ts';
import {
  amount,
  anything,
  count,
  defined,
  failureValue,
  fileRef,
  flag,
  line,
  nullable,
  optional,
  routeId,
  text,
  time,
  words,
} from './values.ts';

/** The lines of `check`. */

const units = z.object({ tokens: z.number(), images: z.number(), seconds: z.number(), characters: z.number() });

const verdict = defined('verdict', 'The result of a cell; see docs/guide/checks.md.', z.enum(checkVerdicts));

const checkCell = {
  id: text,
  routeId,
  keyId: words,
  keyAlias: words,
  model: words,
  action: z.enum(['call', 'refusal', 'skip']),
  why: words,
  listFailure: nullable(failureValue),
  calls: count,
  units,
  limit: optional(z.object({ field: text, tokens: count })),
  alternate: optional(text),
};

export const checkLines = [
  line('check-listing', 'How many models a key lists, and the failures of its lists.', {
    keyAlias: words,
    models: count,
    failures: z.array(failureValue),
  }),
  line('check-plan-cell', 'With `--plan`: a cell, and why it is skipped.', checkCell),
  line('check-plan-end', 'With `--plan`: the last line.', {
    cells: count,
    calls: count,
    plannedRefusals: count,
    controls: count,
    leftOut: count,
    units,
    problems: z.array(failureValue),
  }),
  line('check-cell', 'A cell with its result. `id` is the same in every run.', {
    ...checkCell,
    state: z.enum(['waiting', 'probing', 'ended']),
    verdict,
    proof: nullable(z.enum(['answered', 'refused'])),
    sentence: text,
    stage: nullable(z.enum(['connect', 'first-byte', 'body'])),
    status: nullable(count),
    firstByteMs: amount,
    totalMs: amount,
    shape: words,
    failure: nullable(failureValue),
    exchangeId: words,
    endedAt: nullable(time),
    earlier: optional(z.array(text)),
    replaced: optional(text),
  }),
  line(
    'check-end',
    'The last line of a check. `drift` lists the differences from the run `comparedWith`, `untested` the cells that only that run tested.',
    {
      id: text,
      setId: words,
      connectionId: text,
      connectionName: text,
      baseAddress: words,
      name: text,
      level: z.enum(checkLevels),
      state: z.enum(['running', 'done', 'stopped', 'capped', 'interrupted']),
      startedAt: time,
      endedAt: nullable(time),
      cells: count,
      ended: count,
      verdicts: z.partialRecord(verdict, count),
      plannedRefusals: count,
      controls: count,
      changed: count,
      isBaseline: flag,
      callsMade: count,
      unitsSpent: units,
      comparedWith: words,
      drift: z.readonly(
        z.array(
          z.object({
            cellId: words,
            what: z.enum(['verdict', 'latency', 'shape', 'model-added', 'model-removed']),
            before: text,
            after: text,
            isRegression: flag,
          }),
        ),
      ),
      untested: z.readonly(z.array(text)),
    },
  ),
] as const;

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

const compareCell = {
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
  line('compare-cell', 'The reply of a lane to a row. `repeat` counts from 0; times are in milliseconds.', compareCell),
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
    cells: z.array(z.object(compareCell)),
  }),
] as const;
