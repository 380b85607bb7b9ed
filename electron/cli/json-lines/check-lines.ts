import * as z from 'zod/mini';
import { checkLevels, checkVerdicts } from '#shared/contract/checks.ts';
import {
  amount,
  count,
  defined,
  failureValue,
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

const cell = {
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
  line('check-plan-cell', 'With `--plan`: a cell, and why it is skipped.', cell),
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
    ...cell,
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
