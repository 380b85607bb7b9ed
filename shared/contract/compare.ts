import * as z from 'zod/mini';
import type { Money } from '../cost/money.ts';
import { textRouteIds } from '../protocol/compose/text-parameters.ts';
import type { Failure } from '../protocol/failure.ts';
import type { FileRef, Usage } from '../protocol/part.ts';
import { type CellState, type CompareRunState, compareForms, scoreRange } from './compare-words.ts';
import { identifier } from './connections.ts';
import { call, out, stream } from './define.ts';
import { compareCap, type Grade, type Judgement, type JudgePlan, type Judging, judge, judgeInput } from './judge.ts';

/** The routes that lanes can use: replies as text, images, and speech. */
export const compareRouteIds = [...textRouteIds, 'images.generations', 'audio.speech'] as const;
export type CompareRouteId = (typeof compareRouteIds)[number];

const text = (max: number) => z.string().check(z.maxLength(max));
const prose = text(2_000_000);

const fileRef = z.object({ id: identifier, name: text(1000), type: text(200), sizeBytes: z.number() });

/** A file sent with the prompt; small text files carry their text and are sent as text. */
const attachment = z.object({ file: fileRef, text: z.nullable(prose) });

/** An earlier turn of a lane. */
const laneTurn = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: prose, attachments: z._default(z.array(attachment), []) }),
  z.object({ role: z.literal('assistant'), text: prose, images: z.optional(z.array(fileRef).check(z.maxLength(256))) }),
]);

/** One way to send the prompt: where to, and with what. */
export const lane = z.object({
  id: text(80).check(z.minLength(1)),
  connectionId: identifier,
  /** `null`: the first key of the connection, or none if it has none. */
  keyId: z._default(z.nullable(identifier), null),
  routeId: z.enum(compareRouteIds),
  model: text(300),
  /** Overrides the system prompt of the run; `null` uses it. */
  system: z._default(z.nullable(prose), null),
  /** Overrides the prompt of the run; `null` uses it. */
  prompt: z._default(z.nullable(prose), null),
  /** Fields of the body besides model and prompt, as they are sent. */
  fields: z._default(z.record(z.string(), z.unknown()), {}),
  /**
   * Paths of fields that Patchbay added, see the options of a draft. Absent: those that it adds to streams are not among
   * the fields yet.
   */
  added: z.optional(z.array(text(200)).check(z.maxLength(20))),
  /** Earlier turns, which are sent before the prompt; for text routes. */
  history: z._default(z.array(laneTurn).check(z.maxLength(2000)), []),
});
export type Lane = z.output<typeof lane>;

/** One set of values for the variables `{{name}}` of the prompts and assertions. */
const sheetRow = z.object({ id: text(80).check(z.minLength(1)), values: z._default(z.record(z.string(), prose), {}) });
export type SheetRow = z.output<typeof sheetRow>;

/** What a reply must satisfy. Texts may contain variables, so a row can carry its own expected value. */
export const assertion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('contains'), text: prose, ignoreCase: z._default(z.boolean(), false) }),
  z.object({ kind: z.literal('regex'), pattern: text(10_000), ignoreCase: z._default(z.boolean(), false) }),
  /** Compared without white space at both ends. */
  z.object({ kind: z.literal('equals'), text: prose, ignoreCase: z._default(z.boolean(), false) }),
  /** A JSON schema as text. */
  z.object({ kind: z.literal('schema'), schema: text(1_000_000) }),
  /** The JSON value at a path such as `items[0].name` has this text, or this JSON value. */
  z.object({ kind: z.literal('path'), path: text(2000), equals: prose }),
  /** The whole request takes at most this long, in milliseconds. */
  z.object({ kind: z.literal('latency'), mostMs: z.number().check(z.minimum(0)) }),
  /** The gateway reports at most this many output tokens. */
  z.object({ kind: z.literal('tokens'), most: z.number().check(z.minimum(0)) }),
  /** The mean score of the judge is at least this. */
  z.object({
    kind: z.literal('judge'),
    least: z.number().check(z.minimum(scoreRange[0]), z.maximum(scoreRange[1])),
  }),
]);
export type Assertion = z.output<typeof assertion>;

const count = (max: number) => z.number().check(z.int(), z.minimum(1), z.maximum(max));

const tool = z.object({ name: text(200).check(z.minLength(1)), description: prose, schema: z.unknown() });

/** Rows x lanes x repeats, each cell one request. */
export const compareInput = z.object({
  /** The document of the panel that the run belongs to; absent for runs of the terminal. */
  documentId: z.optional(identifier),
  name: z._default(text(300), ''),
  prompt: z._default(prose, ''),
  system: z._default(prose, ''),
  attachments: z._default(z.array(attachment).check(z.maxLength(50)), []),
  /** Functions that text lanes may call, and the schema that their replies must match. */
  tools: z._default(z.array(tool).check(z.maxLength(200)), []),
  schema: z._default(z.nullable(z.object({ name: text(200), schema: z.unknown() })), null),
  lanes: z.array(lane).check(z.minLength(1), z.maxLength(12)),
  /** One row without values where there is no sheet. */
  rows: z._default(z.array(sheetRow).check(z.minLength(1), z.maxLength(10_000)), [{ id: '1', values: {} }]),
  repeats: z._default(count(50), 1),
  assertions: z._default(z.array(assertion).check(z.maxLength(50)), []),
  concurrency: z._default(count(32), 12),
  /** Requests per minute, for the whole run; `null` for no limit. */
  perMinute: z._default(z.nullable(count(100_000)), null),
  /** Grades the replies when every cell has ended. */
  judge: z._default(z.nullable(judge), null),
  cap: z._default(compareCap, { calls: 1000, tokens: null, money: null }),
});
export type CompareInput = z.output<typeof compareInput>;

/**
 * Figures of one request, by the definitions of AIPerf's metrics reference. Times in milliseconds; `null` where the
 * response does not allow the figure, such as a time to first token without a stream.
 */
export interface CellMetrics {
  /** From the start of the request to the first content. */
  ttftMs: number | null;
  /** (request latency - time to first token) / (output tokens - 1). */
  interTokenMs: number | null;
  /** 95th percentile of the times between two chunks of content. */
  interChunkP95Ms: number | null;
  /** 1 / inter-token latency, per second. */
  tokensPerSecond: number | null;
  /** From the start of the request to the end of its response. */
  latencyMs: number | null;
  usage: Usage | null;
  finishReason: string | null;
  sentBytes: number;
  receivedBytes: number;
}

/**
 * `unknown`: the response does not contain what the assertion needs, such as a token count. `waiting`: the judge has not
 * graded the reply.
 */
export type AssertionResult = { verdict: 'passed' | 'failed' | 'unknown' | 'waiting'; reason: string };

/** One cell without its whole reply. */
export interface CellHead {
  id: string;
  rowId: string;
  laneId: string;
  /** From 0. */
  repeat: number;
  state: CellState;
  /** When a rate limit of its key ends, while `paused`; milliseconds since 1970. */
  resumesAt: number | null;
  /** The first characters of the reply. */
  excerpt: string;
  textLength: number;
  /** Images and audio of the reply. */
  files: FileRef[];
  exchangeId: string | null;
  failure: Failure | null;
  warnings: { code: string; message: string }[];
  metrics: CellMetrics | null;
  /** By index of the assertion. */
  assertions: AssertionResult[];
  /** What the judge thinks of the reply, once per order. */
  grades: Grade[];
  endedAt: number | null;
}

export interface CompareCell extends CellHead {
  text: string;
  reasoning: string;
}

export interface LaneCounts {
  ended: number;
  failed: number;
  /** Cells whose assertions all passed, of `asserted`. */
  passed: number;
  asserted: number;
}

export interface CompareRunSummary {
  id: string;
  documentId: string | null;
  name: string;
  state: CompareRunState;
  startedAt: number;
  endedAt: number | null;
  /** Rows of its sheet; 1 without one. */
  rows: number;
  cells: number;
  ended: number;
  callsMade: number;
  /** As reported by the gateways. */
  tokensUsed: number;
  /** What its requests cost, one sum per currency, and those whose cost is not known. */
  spent: Money[];
  unpriced: number;
  judging: Judging | null;
  byLane: Record<string, LaneCounts>;
}

/** A vote between two lanes whose names and figures were hidden. */
const vote = z.object({
  rowId: text(80),
  firstLaneId: text(80),
  secondLaneId: text(80),
  winner: z.enum(['first', 'second', 'tie']),
});
export type CompareVote = z.output<typeof vote>;

export interface CompareRun extends CompareRunSummary {
  input: CompareInput;
  /** Names of connections and keys when the run started, by lane; `address` is absent in runs of earlier releases. */
  names: Record<string, { connection: string; key: string | null; address?: string }>;
  votes: CompareVote[];
  judgements: Judgement[];
}

/** What a run would do, before anything is sent. */
export interface ComparePlan {
  calls: number;
  /** A rough estimate: input from the length of the prompts, output from the token limits of the lanes. */
  tokens: number;
  /** Lanes without a limit on output tokens, whose share of `tokens` and `money` contains input only. */
  unlimitedLaneIds: string[];
  /** By the same estimate, one sum per currency, without the lanes that have no price that applies. */
  money: Money[];
  unpricedLaneIds: string[];
  /** What the judge sends in addition; `null` without one. */
  judge: Omit<JudgePlan, 'problems'> | null;
  /** The body and target of each lane for the first row. */
  bodies: Record<string, { address: string; body: string }>;
  /** Why the run cannot start; empty when it can. */
  problems: Failure[];
}

/** A `run` item is sent first, after every change of its counts, and last. */
export type CompareNews =
  | { type: 'run'; run: CompareRunSummary }
  | { type: 'cell'; cell: CellHead }
  | { type: 'judgement'; judgement: Judgement };

const run = z.object({ runId: identifier });
const cellIds = z.array(text(300)).check(z.maxLength(100_000));

export const compare = {
  plan: call(compareInput, out<ComparePlan>()),
  /** The core executes the run, whether or not a page is open. */
  start: call(compareInput, out<{ runId: string }>()),
  /** Streams the current state of the run, then every change until it ends. */
  watch: stream(run, out<CompareNews>()),
  /** Stops the whole run, or some of its cells. */
  stop: call(z.object({ runId: identifier, cells: z.optional(cellIds) }), out<void>()),
  /** Sends ended cells of a run again in place, also while others run; `unsent`: those that were never sent. */
  rerun: call(
    z.object({
      runId: identifier,
      cells: z.union([z.enum(['failed', 'unsent']), cellIds]),
      /** Replaces the cap of the run, whose requests so far count. */
      cap: z.optional(compareCap),
      /** Replaces rows by id, for cells that are sent with other values than before. Not while the run is executed. */
      rows: z.optional(z.array(sheetRow).check(z.maxLength(10_000))),
    }),
    out<void>(),
  ),
  get: call(run, out<CompareRun>()),
  /** Whole cells, for those on screen. */
  cells: call(z.object({ runId: identifier, ids: z.array(text(300)).check(z.maxLength(500)) }), out<CompareCell[]>()),
  /** Newest first. */
  runs: call(z.object({ documentId: z.optional(identifier) }), out<CompareRunSummary[]>()),
  planJudge: call(judgeInput, out<JudgePlan>()),
  /** Grades the replies of a run that has ended; the core does it, as it executes the run. `stop` ends it. */
  judge: call(judgeInput, out<void>()),
  vote: call(z.object({ runId: identifier, vote }), out<void>()),
  forget: call(run, out<void>()),
  /** With `againstRunId`, an earlier run of the same sheet, also what changed since. */
  export: call(
    z.object({ runId: identifier, form: z.enum(compareForms), againstRunId: z.optional(identifier) }),
    out<FileRef>(),
  ),
};
