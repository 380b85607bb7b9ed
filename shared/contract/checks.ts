import * as z from 'zod/mini';
import type { Failure, FailureCode } from '../protocol/failure.ts';
import type { FileRef } from '../protocol/part.ts';
import { type RouteId, routeIds } from '../protocol/route.ts';
import { identifier } from './connections.ts';
import { call, out, stream } from './define.ts';

/**
 * The depth of a check. `free`: listings, and requests that a gateway refuses late enough to prove route and key
 * without generating anything; `cheap`: the smallest real request; `full`: a real request, streamed where the route
 * streams.
 */
export const checkLevels = ['free', 'cheap', 'full'] as const;
export type CheckLevel = (typeof checkLevels)[number];

/**
 * What is known about one route with one key and one model. A closed list: these are the ids in JSON and CSV. Labels
 * and meanings are in `check-words.ts`.
 */
export const checkVerdicts = [
  'works',
  'works-with-warnings',
  'exists',
  'key-refused',
  'key-missing',
  'key-style',
  'forbidden',
  'quota',
  'route-absent',
  'model-not-on-route',
  'unsupported',
  'parameter-refused',
  'upstream-down',
  'overloaded',
  'timed-out',
  'shape-unexpected',
  'unclear',
  'not-tried',
  'skipped-costly',
] as const;
export type CheckVerdict = (typeof checkVerdicts)[number];

/** What a call may consume, in the gateway's own units; never money, because prices are not known. */
export interface CheckUnits {
  tokens: number;
  images: number;
  /** Of audio or video, in or out. */
  seconds: number;
  characters: number;
}

const capOf = (start: number) => z._default(z.nullable(z.number().check(z.int(), z.minimum(1))), start);
const text = (max: number) => z.string().check(z.maxLength(max));

const checkCap = { calls: 500, tokens: 100_000 };
/** What the limits of a check are unless others are given; also what the forms and the terminal start with. */
export const checkDefaults = { modelsPerRoute: 1, concurrency: 4, firstByteMs: 15_000, totalMs: 60_000, ...checkCap };

/** What to check. A model whose capabilities do not fit a route is skipped there, unless `everyModel` is set. */
export const checkPlanInput = z.object({
  connectionId: identifier,
  name: z._default(text(120), ''),
  /** Empty: every enabled key. */
  keyIds: z._default(z.array(identifier).check(z.maxLength(200)), []),
  /** Empty: every route that the connection exposes. */
  routeIds: z._default(z.array(z.enum(routeIds)), []),
  /** Empty: the best-fitting models of each route, at most `modelsPerRoute`. */
  models: z._default(z.array(text(300)).check(z.maxLength(2000)), []),
  modelsPerRoute: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(50)), checkDefaults.modelsPerRoute),
  everyModel: z._default(z.boolean(), false),
  level: z._default(z.enum(checkLevels), 'free'),
  /** Costly routes that may be called; above the level `free`, the others are `skipped-costly`. */
  costlyRoutes: z._default(z.array(z.enum(routeIds)), []),
  /** The run stops before the call that would exceed it; `null` for no cap. */
  cap: z._default(z.object({ calls: capOf(checkCap.calls), tokens: capOf(checkCap.tokens) }), checkCap),
  concurrency: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(16)), checkDefaults.concurrency),
  /** Longest wait for the first byte of a response, in milliseconds. */
  firstByteMs: z._default(z.number().check(z.int(), z.minimum(500), z.maximum(600_000)), checkDefaults.firstByteMs),
  /** Longest wait for the whole response, in milliseconds. */
  totalMs: z._default(z.number().check(z.int(), z.minimum(500), z.maximum(1_800_000)), checkDefaults.totalMs),
});
export type CheckPlanInput = z.output<typeof checkPlanInput>;

export interface PlannedCell {
  routeId: RouteId;
  /** `null` for a demo connection without keys. */
  keyId: string | null;
  keyAlias: string | null;
  /** `null` for a route that takes no model. */
  model: string | null;
  /** `call`: a real request; `refusal`: a request that should be refused; `skip`: see `why`. */
  action: 'call' | 'refusal' | 'skip';
  why: string | null;
  /** Why the models of the key could not be listed, for a cell skipped because of it; its verdict follows from this. */
  listFailure: Failure | null;
  calls: number;
  units: CheckUnits;
  /** The limit that the request sets on generated tokens; absent where it sets none, and in earlier runs. */
  limit?: TokenLimit;
  /** The next best model of the list, tried once if the gateway does not serve `model`, which Patchbay selected. */
  alternate?: string;
}

/** A field of a request that limits the generated tokens. */
export interface TokenLimit {
  field: string;
  tokens: number;
}

/** What a run would do, before anything is sent. */
export interface CheckPlan {
  cells: PlannedCell[];
  /**
   * All requests, including `controls`, and not those that a response makes necessary: a request without a refused
   * parameter or with another model, and a control of a session or a page.
   */
  calls: number;
  /** Requests for paths that cannot exist: a route that refuses in the same way is not proven by its refusal. */
  controls: number;
  units: CheckUnits;
  /** Why the run cannot start; empty when it can. */
  problems: Failure[];
}

export interface CheckCell extends PlannedCell {
  id: string;
  state: 'waiting' | 'probing' | 'ended';
  verdict: CheckVerdict;
  /** `answered`: a real response; `refused`: the refusal proved the route; `null`: no proof. */
  proof: 'answered' | 'refused' | null;
  /** One sentence on what was observed. */
  sentence: string;
  /** For `timed-out`: the stage that timed out. */
  stage: 'connect' | 'first-byte' | 'body' | null;
  status: number | null;
  firstByteMs: number | null;
  totalMs: number | null;
  /** Signature of the response's JSON shape: equal shapes have equal text. */
  shape: string | null;
  failure: Failure | null;
  exchangeId: string | null;
  endedAt: number | null;
  /** Earlier exchanges of this cell, oldest first: refused, then sent again with a change or with another model. */
  earlier?: string[];
  /** The planned model, which the gateway does not serve on this route; `model` was tried in its place. */
  replaced?: string;
}

export type CheckRunState = 'running' | 'done' | 'stopped' | 'capped' | 'interrupted';

export interface CheckRunSummary {
  id: string;
  setId: string | null;
  connectionId: string;
  connectionName: string;
  /** The base URL that was tested; `null` for a run of an earlier release. */
  baseAddress: string | null;
  name: string;
  level: CheckLevel;
  state: CheckRunState;
  startedAt: number;
  endedAt: number | null;
  cells: number;
  ended: number;
  verdicts: Partial<Record<CheckVerdict, number>>;
  /** Requests of this run that were expected to be refused, whatever their result; `controls` of them had no route. */
  plannedRefusals: number;
  controls: number;
  /** Differences from the compared run. */
  changed: number;
  isBaseline: boolean;
  callsMade: number;
  unitsSpent: CheckUnits;
}

/**
 * How one cell, or the model list, differs from the compared run. `isRegression`: something that worked no longer does.
 */
const checkDrift = z.object({
  cellId: z.nullable(text(800)),
  what: z.enum(['verdict', 'latency', 'shape', 'model-added', 'model-removed']),
  before: text(100_000),
  after: text(100_000),
  isRegression: z.boolean(),
});
export type CheckDrift = z.output<typeof checkDrift>;

/** Extensions of exports: `xml` is JUnit, `md` the summary of a CI job. */
export const checkReportForms = ['json', 'csv', 'html', 'md', 'xml'] as const;
export type CheckReportForm = (typeof checkReportForms)[number];

/** The display name and start time of the run that an exported run was compared with. */
const fileComparison = z.object({
  name: text(300),
  runId: text(200),
  startedAt: z.nullable(z.number()),
  drift: z.array(checkDrift).check(z.maxLength(100_000)),
  /** The cells that only the other run tested. */
  untested: z.array(text(1000)).check(z.maxLength(20_000)),
});
export type FileComparison = z.output<typeof fileComparison>;

export interface CheckRun extends CheckRunSummary {
  input: CheckPlanInput;
  rows: CheckCell[];
  /** Ids of all models that its keys list; empty when a list is missing. */
  models: string[];
  /** The compared run: the baseline of the set, else the previous run. */
  comparedWith: string | null;
  drift: CheckDrift[];
}

/** A `run` item is sent first, after every change of its counts, and last. */
export type CheckNews = { type: 'run'; run: CheckRunSummary } | { type: 'cell'; cell: CheckCell };

/** What the newest check with a key found out about it. */
export interface KeyMark {
  runId: string;
  /** When its last cell ended. */
  checkedAt: number;
  /** Cells that say something about the key, and how many of them work or exist. */
  tried: number;
  working: number;
  /** Failure code of the first one that does not work. */
  code: FailureCode | null;
  /** The exchange of that cell, else of the first cell. */
  exchangeId: string | null;
}

/** A plan saved under a name. */
export interface CheckSet {
  id: string;
  name: string;
  input: CheckPlanInput;
  baselineRunId: string | null;
  createdAt: number;
}

const run = z.object({ runId: identifier });

export const checks = {
  plan: call(checkPlanInput, out<CheckPlan>()),
  /** The core executes the run, whether or not a page is open. */
  start: call(z.object({ input: checkPlanInput, setId: z.optional(identifier) }), out<{ runId: string }>()),
  /** Streams the current state of the run, then every change until it ends. */
  watch: stream(run, out<CheckNews>()),
  stop: call(run, out<void>()),
  /** Starts a new run of some cells; the others are copied unchanged. */
  rerun: call(
    z.object({
      runId: identifier,
      cells: z.union([z.literal('failing'), z.array(text(800)).check(z.maxLength(20_000))]),
    }),
    out<{ runId: string }>(),
  ),
  get: call(run, out<CheckRun>()),
  runs: call(
    z.object({ connectionId: z.optional(identifier), setId: z.optional(identifier) }),
    out<CheckRunSummary[]>(),
  ),
  forget: call(run, out<void>()),
  sets: call(z.object({ connectionId: z.optional(identifier) }), out<CheckSet[]>()),
  saveSet: call(
    z.object({ id: z.optional(identifier), name: text(120).check(z.minLength(1)), input: checkPlanInput }),
    out<CheckSet>(),
  ),
  removeSet: call(z.object({ id: identifier }), out<void>()),
  /** Later runs of the same set are compared with this one. */
  setBaseline: call(run, out<void>()),
  /** Includes the comparison with a run from a file, or with the run that the core compared it with. */
  export: call(
    z.object({
      runId: identifier,
      form: z.enum(checkReportForms),
      comparison: z.optional(fileComparison),
      /** In reports for CI, cells that failed before do not count as failed. */
      onlyRegressions: z.optional(z.boolean()),
    }),
    out<FileRef>(),
  ),
  /** Newest verdicts by model, for marks in the model list; a model that was never checked is absent. */
  marks: call(
    z.object({ connectionId: identifier }),
    out<
      Record<
        string,
        {
          /** `null`: it was only used in requests that were expected to be refused. */
          answers: boolean | null;
          checkedAt: number;
          verdicts: Partial<Record<RouteId, CheckVerdict>>;
        }
      >
    >(),
  ),
  /** By key id; a key that was never checked is absent. */
  keyMarks: call(z.object({ connectionId: identifier }), out<Record<string, KeyMark>>()),
};
