import type { Assertion, CompareInput, CompareRouteId, Lane, SheetRow } from '#shared/contract/compare.ts';
import type { Judge } from '#shared/contract/judge.ts';
import type { Money } from '#shared/cost/money.ts';
import { bodyFragment, type ParameterValues, type TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import type { RouteId } from '#shared/protocol/route.ts';

/** The most lanes of a run. */
export const maxLanes = 12;

/** The routes that lanes of this panel use. */
export const laneRoutes: readonly TextRouteId[] = ['chat.completions', 'responses', 'native.streamGenerateContent'];

export const isLaneRoute = (routeId: RouteId | null): routeId is TextRouteId =>
  (laneRoutes as readonly (RouteId | null)[]).includes(routeId);

type Turn = Lane['history'][number];
type Attachment = CompareInput['attachments'][number];

/** One way to send the prompt: where to, with what, and whether the next run sends it. */
export interface CompareLane {
  id: string;
  connectionId: string;
  /** `null`: the first key of the connection, or none if it has none. */
  keyId: string | null;
  routeId: TextRouteId;
  model: string;
  isMuted: boolean;
  /** Overrides of what all lanes share; `null` uses the shared value. */
  system: string | null;
  prompt: string | null;
  parameters: ParameterValues | null;
  /** Earlier turns, which are sent before the prompt. */
  history: Turn[];
}

/** Lanes with the prompt that they share, and the run that is shown. Stored in the library. */
export interface Comparison {
  version: 1;
  id: string;
  /** The name the user gave it; empty until then. */
  name: string;
  starred: boolean;
  prompt: string;
  system: string;
  /** Parameters of all lanes, by protocol. */
  parameters: ParameterValues;
  attachments: Attachment[];
  lanes: CompareLane[];
  repeats: number;
  /** The lane that the others are compared with. */
  baselineId: string | null;
  /** The newest run of the lanes. */
  runId: string | null;
  /** Names of the columns in order; each fills the variable of its name. */
  columns: string[];
  rows: SheetRow[];
  assertions: Assertion[];
  limits: RunLimits;
  /** The model that grades replies; `null` until one is set up. */
  judge: Judge | null;
  /** The newest run of the sheet. */
  sheetRunId: string | null;
  /** The earlier run of the sheet that it is compared with. */
  againstRunId: string | null;
}

/** Limits of runs that are planned. `null`: no limit. */
export interface RunLimits {
  concurrency: number;
  perMinute: number | null;
  calls: number | null;
  tokens: number | null;
  money: Money | null;
}

const defaultLimits: RunLimits = { concurrency: 4, perMinute: null, calls: 1000, tokens: null, money: null };

export const newComparison = (id: string, from: Partial<Comparison> = {}): Comparison => ({
  name: '',
  starred: false,
  prompt: '',
  system: '',
  parameters: {},
  attachments: [],
  lanes: [],
  repeats: 1,
  baselineId: null,
  runId: null,
  columns: [],
  rows: [],
  assertions: [],
  judge: null,
  sheetRunId: null,
  againstRunId: null,
  ...from,
  // A comparison of an earlier version lacks the newer limits.
  limits: { ...defaultLimits, ...from.limits },
  version: 1,
  id,
});

/** Returns the name in the list: its own, else the prompt, else its models. */
export const titleOf = ({ name, prompt, lanes }: Comparison): string =>
  (name || prompt || lanes.map(({ model }) => model).join(', ')).trim().replace(/\s+/g, ' ').slice(0, 120);

/** Whether there is nothing to save in the list yet. */
export const isBlank = ({ name, lanes, prompt, rows }: Comparison): boolean =>
  name === '' && lanes.length === 0 && prompt.trim() === '' && rows.length === 0;

/** Returns the letter of a lane by its place. */
export const letterOf = (at: number): string => String.fromCharCode(65 + at);

/** Where new lanes send to. */
export type LanePlace = Pick<CompareLane, 'connectionId' | 'keyId'>;

export const newLane = (id: string, lane: LanePlace & Partial<CompareLane>): CompareLane => ({
  routeId: 'chat.completions',
  model: '',
  isMuted: false,
  system: null,
  prompt: null,
  parameters: null,
  history: [],
  ...lane,
  id,
});

/** Adds lanes at the end, as many as there is room for. */
export const withLanes = (comparison: Comparison, lanes: readonly CompareLane[]): Comparison => ({
  ...comparison,
  lanes: [...comparison.lanes, ...lanes].slice(0, maxLanes),
});

export const withLane = (comparison: Comparison, id: string, change: Partial<CompareLane>): Comparison => ({
  ...comparison,
  lanes: comparison.lanes.map((lane) => (lane.id === id ? { ...lane, ...change } : lane)),
});

export const withoutLane = (comparison: Comparison, id: string): Comparison => ({
  ...comparison,
  lanes: comparison.lanes.filter((lane) => lane.id !== id),
  baselineId: comparison.baselineId === id ? null : comparison.baselineId,
});

/** Moves a lane to another place; the others keep their order. */
export function withLaneAt(comparison: Comparison, id: string, at: number): Comparison {
  const lane = comparison.lanes.find((one) => one.id === id);
  if (!lane) return comparison;
  const others = comparison.lanes.filter((one) => one.id !== id);
  return { ...comparison, lanes: others.toSpliced(at, 0, lane) };
}

/** Returns copies of a lane that differ from it, and from each other, in these fields; existing equal lanes are left out. */
export function variantsOf(
  { lanes }: Pick<Comparison, 'lanes'>,
  lane: CompareLane,
  changes: readonly Partial<CompareLane>[],
  newId: () => string,
): CompareLane[] {
  const same = (one: CompareLane, other: CompareLane) =>
    one.connectionId === other.connectionId &&
    one.keyId === other.keyId &&
    one.routeId === other.routeId &&
    one.model === other.model;
  return changes
    .map((change) => ({ ...lane, ...change }))
    .filter((made) => !lanes.some((one) => same(one, made)))
    .map((made) => ({ ...made, id: newId() }));
}

/** Returns the lanes that the next run sends. */
export const activeLanes = ({ lanes }: Pick<Comparison, 'lanes'>): CompareLane[] =>
  lanes.filter(({ isMuted }) => !isMuted);

/** Returns the lane that the others are compared with: the pinned one, else the first. */
export const baselineOf = ({ lanes, baselineId }: Pick<Comparison, 'lanes' | 'baselineId'>): CompareLane | undefined =>
  lanes.find(({ id }) => id === baselineId) ?? lanes.find(({ isMuted }) => !isMuted);

/** Returns a lane as the core runs it. */
export const coreLane = (lane: CompareLane, shared: ParameterValues): Lane => ({
  id: lane.id,
  connectionId: lane.connectionId,
  keyId: lane.keyId,
  routeId: lane.routeId satisfies CompareRouteId,
  model: lane.model,
  system: lane.system,
  prompt: lane.prompt,
  fields: bodyFragment(lane.parameters ?? shared, lane.routeId).fragment,
  history: lane.history,
});

/** Returns what a run of the lanes sends: the prompt once per lane and repeat. */
export const lanesInput = (comparison: Comparison): CompareInput => {
  const { id, prompt, system, attachments, parameters, repeats } = comparison;
  return {
    documentId: id,
    name: titleOf(comparison),
    prompt,
    system,
    attachments,
    lanes: activeLanes(comparison).map((lane) => coreLane(lane, parameters)),
    rows: [{ id: '1', values: {} }],
    repeats,
    assertions: [],
    concurrency: maxLanes,
    perMinute: null,
    judge: null,
    cap: { calls: 1000, tokens: null, money: comparison.limits.money },
  };
};

/** Requests of a run of the lanes up to which it starts without a plan. */
const mostUnplanned = 12;

/** Whether a run of the lanes is so large that its plan is shown first. */
export const needsPlan = (comparison: Comparison): boolean =>
  activeLanes(comparison).length * comparison.repeats > mostUnplanned;

/** Returns what a planned run of the lanes sends, within the limits of the plan. */
export const plannedLanesInput = (comparison: Comparison): CompareInput => ({
  ...lanesInput(comparison),
  ...limitsInput(comparison),
});

/** Returns the limits of a planned run. */
export const limitsInput = ({ limits }: Pick<Comparison, 'limits'>) => ({
  concurrency: limits.concurrency,
  perMinute: limits.perMinute,
  cap: { calls: limits.calls, tokens: limits.tokens, money: limits.money },
});

/** Appends the prompt and each lane's reply to its history, for lanes that replied, and clears the prompt. */
export const withReplies = (comparison: Comparison, texts: ReadonlyMap<string, string>): Comparison => ({
  ...comparison,
  prompt: '',
  attachments: [],
  lanes: comparison.lanes.map((lane) => {
    const text = texts.get(lane.id);
    if (text === undefined) return lane;
    const user: Turn = { role: 'user', text: lane.prompt ?? comparison.prompt, attachments: comparison.attachments };
    return { ...lane, prompt: null, history: [...lane.history, user, { role: 'assistant', text }] };
  }),
});

export const withoutHistory = (comparison: Comparison): Comparison => ({
  ...comparison,
  lanes: comparison.lanes.map((lane) => ({ ...lane, history: [] })),
});
