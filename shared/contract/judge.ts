import * as z from 'zod/mini';
import type { Money } from '../cost/money.ts';
import { textRouteIds } from '../protocol/compose/text-parameters.ts';
import type { Failure } from '../protocol/failure.ts';
import type { CellState, CompareRunState } from './compare-words.ts';
import { identifier } from './connections.ts';

const text = (max: number) => z.string().check(z.maxLength(max));
const count = (max: number) => z.number().check(z.int(), z.minimum(1), z.maximum(max));

/** A model that grades replies. */
export const judge = z.object({
  connectionId: identifier,
  /** `null`: the first key of the connection, or none if it has none. */
  keyId: z._default(z.nullable(identifier), null),
  routeId: z.enum(textRouteIds),
  model: text(300),
  /** What a good reply is. Variables are filled with the values of the row. */
  rubric: text(200_000),
  /** Fields of the body besides model, messages and schema, as they are sent. */
  fields: z._default(z.record(z.string(), z.unknown()), {}),
});
export type Judge = z.output<typeof judge>;

/** A run stops before the request that would exceed it; `null` for no cap. */
export const compareCap = z.object({
  calls: z._default(z.nullable(count(1_000_000)), 1000),
  tokens: z._default(z.nullable(count(1_000_000_000)), null),
  /** In billionths of the currency. Every lane needs a price in it. */
  money: z._default(
    z.nullable(
      z.object({
        nano: z.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
        currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
      }),
    ),
    null,
  ),
});
export type CompareCap = z.output<typeof compareCap>;

/** What a judge thinks of one reply: a model's opinion. */
export interface Grade {
  /** 0: the replies were shuffled; 1: in the opposite order. */
  order: number;
  /** From 1 to 10. */
  score: number;
  reason: string;
  exchangeId: string | null;
}

/**
 * One request to a judge: the replies to one row, in one order. A reply of the judge that does not have the requested
 * shape has a `problem` and no scores.
 */
export interface Judgement {
  id: string;
  rowId: string;
  repeat: number;
  order: number;
  state: CellState;
  resumesAt: number | null;
  exchangeId: string | null;
  failure: Failure | null;
  endedAt: number | null;
  /** The lanes in the order in which the judge saw their replies. */
  laneIds: string[];
  /** Why the reply of the judge cannot be used. */
  problem: string | null;
}

/** The newest grading of a run. */
export interface Judging {
  judge: Judge;
  /** Names when it started. */
  connection: string;
  key: string | null;
  state: CompareRunState;
  startedAt: number;
  endedAt: number | null;
  /** Requests to the judge: all, ended, and those without valid scores. */
  requests: number;
  ended: number;
  invalid: number;
}

/** Which replies are graded: all complete ones, those without valid scores, or those of some judgements. */
export const judgeScope = z.union([
  z.enum(['all', 'missing']),
  z.array(text(300)).check(z.minLength(1), z.maxLength(100_000)),
]);
export type JudgeScope = z.output<typeof judgeScope>;

export const judgeInput = z.object({
  runId: identifier,
  judge,
  scope: z._default(judgeScope, 'all'),
  cap: z._default(compareCap, { calls: 1000, tokens: null, money: null }),
});
export type JudgeInput = z.output<typeof judgeInput>;

/** What grading would send, before anything is sent. Rough estimates. */
export interface JudgePlan {
  calls: number;
  tokens: number;
  /** `null` where the model has no price that applies. */
  money: Money | null;
  /** Why it cannot start; empty when it can. */
  problems: Failure[];
}
