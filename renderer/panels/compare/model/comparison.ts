import { isTextRoute } from '#shared/compare/lanes.ts';
import type { Assertion, CompareInput, CompareRouteId, Lane, SheetRow } from '#shared/contract/compare.ts';
import type { Judge } from '#shared/contract/judge.ts';
import type { Money } from '#shared/cost/money.ts';
import { capabilitiesOf } from '#shared/protocol/capabilities.ts';
import type { ParameterValues, TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { mediaRouteIds } from '../../../lib/generation/media-lane.ts';

/** The most lanes of a run. */
export const maxLanes = 12;

/** The protocols of lanes that reply with text. */
export const textLaneRoutes: readonly TextRouteId[] = ['chat.completions', 'responses', 'native.streamGenerateContent'];

/** The routes that lanes of this panel use. */
export const laneRoutes: readonly CompareRouteId[] = [...textLaneRoutes, ...mediaRouteIds];

export const isLaneRoute = (routeId: RouteId | null): routeId is CompareRouteId =>
  (laneRoutes as readonly (RouteId | null)[]).includes(routeId);

/** Returns the route of a new lane for a model: that of images or speech for a model that does nothing else. */
export function routeForModel(model: string): CompareRouteId {
  const [first] = capabilitiesOf({ id: model, endpoints: [] });
  return first?.capability === 'images'
    ? 'images.generations'
    : first?.capability === 'speech'
      ? 'audio.speech'
      : 'chat.completions';
}

/** A lane that replies with text. */
export const isTextLane = <One extends Pick<CompareLane, 'routeId'>>(
  lane: One,
): lane is One & { routeId: TextRouteId } => isTextRoute(lane.routeId);

type Turn = Lane['history'][number];
type Attachment = CompareInput['attachments'][number];

/** One way to send the prompt: where to, with what, and whether the next run sends it. */
export interface CompareLane {
  id: string;
  connectionId: string;
  /** `null`: the first key of the connection, or none if it has none. */
  keyId: string | null;
  routeId: CompareRouteId;
  model: string;
  isMuted: boolean;
  /** Overrides of what all lanes share; `null` uses the shared value. */
  system: string | null;
  prompt: string | null;
  parameters: ParameterValues | null;
  /** Earlier turns, which are sent before the prompt. */
  history: Turn[];
}

/** What lanes can share, or have of their own. */
export const sharedKinds = ['prompt', 'system', 'parameters'] as const;
export type SharedKind = (typeof sharedKinds)[number];
export type Synced = Record<SharedKind, boolean>;

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
  /** Functions that lanes may call, and the schema that replies must match. */
  tools: CompareInput['tools'];
  schema: CompareInput['schema'];
  /** What is the same for all lanes. The overrides of lanes are kept, and not sent, where it is. */
  synced: Synced;
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

/** Returns what lanes share: everything that none of them overrides. */
const syncedOf = (lanes: readonly CompareLane[]): Synced => ({
  prompt: lanes.every(({ prompt }) => prompt === null),
  system: lanes.every(({ system }) => system === null),
  parameters: lanes.every(({ parameters }) => parameters === null),
});

const defaultLimits: RunLimits = { concurrency: 4, perMinute: null, calls: 1000, tokens: null, money: null };

export const newComparison = (id: string, from: Partial<Comparison> = {}): Comparison => ({
  name: '',
  starred: false,
  prompt: '',
  system: '',
  parameters: {},
  attachments: [],
  tools: [],
  schema: null,
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
  synced: from.synced ?? syncedOf(from.lanes ?? []),
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

/** Whether a lane that the next run sends to takes a system prompt and attachments: images and speech take neither. */
export const takesText = (comparison: Pick<Comparison, 'lanes'>): boolean => {
  const lanes = activeLanes(comparison);
  return lanes.length === 0 || lanes.some(isTextLane);
};

/** Returns the lane that the others are compared with: the pinned one, else the first. */
export const baselineOf = ({ lanes, baselineId }: Pick<Comparison, 'lanes' | 'baselineId'>): CompareLane | undefined =>
  lanes.find(({ id }) => id === baselineId) ?? lanes.find(({ isMuted }) => !isMuted);

/** Returns what a lane has of its own, as far as that is sent. */
export const ownOf = (
  { prompt, system, parameters }: CompareLane,
  { synced }: Pick<Comparison, 'synced'>,
): Pick<CompareLane, SharedKind> => ({
  prompt: synced.prompt ? null : prompt,
  system: synced.system ? null : system,
  parameters: synced.parameters ? null : parameters,
});

/** Sets what a lane has of its own, which all lanes then no longer share. */
export const withOwn = <Kind extends SharedKind>(
  comparison: Comparison,
  laneId: string,
  kind: Kind,
  value: CompareLane[Kind],
): Comparison => ({
  ...withLane(comparison, laneId, { [kind]: value }),
  synced: { ...comparison.synced, ...(value !== null && { [kind]: false }) },
});

/** The reply of a lane with its files. */
export interface LaneReply {
  text: string;
  files: readonly FileRef[];
}

/** Appends the prompt and each lane's reply to its history, for lanes that replied, and clears the prompt. */
export const withReplies = (comparison: Comparison, replies: ReadonlyMap<string, LaneReply>): Comparison => ({
  ...comparison,
  prompt: '',
  attachments: [],
  lanes: comparison.lanes.map((lane) => {
    const reply = replies.get(lane.id);
    if (reply === undefined) return lane;
    const images = reply.files.filter(({ type }) => type.startsWith('image/'));
    const user: Turn = {
      role: 'user',
      text: ownOf(lane, comparison).prompt ?? comparison.prompt,
      attachments: comparison.attachments,
    };
    return {
      ...lane,
      prompt: null,
      history: [...lane.history, user, { role: 'assistant', text: reply.text, ...(images.length > 0 && { images }) }],
    };
  }),
});

export const withoutHistory = (comparison: Comparison): Comparison => ({
  ...comparison,
  lanes: comparison.lanes.map((lane) => ({ ...lane, history: [] })),
});
