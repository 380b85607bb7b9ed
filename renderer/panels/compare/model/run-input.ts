import { isTextRoute } from '#shared/compare/lanes.ts';
import type { CompareInput, Lane } from '#shared/contract/compare.ts';
import { addedFields, bodyFragment, type ParameterValues } from '#shared/protocol/compose/text-parameters.ts';
import { knownRefusedFields as refusedBy } from '../../../lib/gateway/models/refused-fields.ts';
import type { Settings } from '../../../lib/gateway/parameters/request-parameters.ts';
import { mediaFields } from '../../../lib/generation/media-lane.ts';
import { activeLanes, type CompareLane, type Comparison, maxLanes, ownOf, titleOf } from './comparison.ts';

/** Returns the parameters of a lane as they are sent in its body. */
const laneFields = ({ connectionId, routeId, model }: CompareLane, values: ParameterValues): Record<string, unknown> =>
  isTextRoute(routeId)
    ? bodyFragment(values, routeId, refusedBy(connectionId, routeId, model)).fragment
    : mediaFields(values as Settings, routeId, model).fields;

const laneAdded = ({ connectionId, routeId, model }: CompareLane, values: ParameterValues): string[] =>
  isTextRoute(routeId) ? addedFields(values, routeId, refusedBy(connectionId, routeId, model)) : [];

/** Returns a lane as the core runs it. */
export const coreLane = (lane: CompareLane, comparison: Pick<Comparison, 'synced' | 'parameters'>): Lane => ({
  id: lane.id,
  connectionId: lane.connectionId,
  keyId: lane.keyId,
  routeId: lane.routeId,
  model: lane.model,
  system: ownOf(lane, comparison).system,
  prompt: ownOf(lane, comparison).prompt,
  fields: laneFields(lane, ownOf(lane, comparison).parameters ?? comparison.parameters),
  added: laneAdded(lane, ownOf(lane, comparison).parameters ?? comparison.parameters),
  history: lane.history,
});

/** Returns what a run of the lanes sends: the prompt once per lane and repeat. */
export const lanesInput = (comparison: Comparison): CompareInput => {
  const { id, prompt, system, attachments, tools, schema, repeats } = comparison;
  return {
    documentId: id,
    name: titleOf(comparison),
    prompt,
    system,
    attachments,
    tools,
    schema,
    lanes: activeLanes(comparison).map((lane) => coreLane(lane, comparison)),
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
