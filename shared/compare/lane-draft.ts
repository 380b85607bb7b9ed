import type { CompareInput, CompareRouteId, Lane, SheetRow } from '../contract/compare.ts';
import type { Draft, DraftBody } from '../contract/exchanges.ts';
import { addedToStreams, streamedFields } from '../protocol/bodies/streamed-fields.ts';
import { composeBody } from '../protocol/compose/compose.ts';
import type { PromptTurn } from '../protocol/compose/material.ts';
import { type TextRouteId, textRouteIds } from '../protocol/compose/text-parameters.ts';
import { fillVariables, variablesIn } from '../variables.ts';

type Prompts = Pick<CompareInput, 'prompt' | 'system' | 'attachments' | 'tools' | 'schema'>;

export const isTextRoute = (routeId: CompareRouteId): routeId is TextRouteId =>
  (textRouteIds as readonly string[]).includes(routeId);

/** Returns the prompt of a lane for one row. */
export const promptOf = (lane: Lane, { prompt }: Pick<Prompts, 'prompt'>, row: SheetRow): string =>
  fillVariables(lane.prompt ?? prompt, row.values);

/** Returns the variables of a run's prompts, in order of appearance. */
export const variablesOf = ({ prompt, system, lanes }: Pick<CompareInput, 'prompt' | 'system' | 'lanes'>): string[] =>
  variablesIn(lanes.flatMap((lane) => [lane.system ?? system, lane.prompt ?? prompt]));

/** Composes the body that a lane sends for one row, and the files it refers to; pure. */
export function laneBody(lane: Lane, prompts: Prompts, row: SheetRow): DraftBody & { kind: 'json' } {
  const prompt = promptOf(lane, prompts, row);
  if (!isTextRoute(lane.routeId)) {
    const body = { model: lane.model, [lane.routeId === 'audio.speech' ? 'input' : 'prompt']: prompt, ...lane.fields };
    return { kind: 'json', text: JSON.stringify(body, null, 2), inline: [] };
  }
  const { routeId } = lane;
  const history = lane.history.map(
    (turn): PromptTurn =>
      turn.role === 'user'
        ? turn
        : { role: 'assistant', routeId, answer: { text: turn.text, calls: [], answerId: null } },
  );
  const { body, inline } = composeBody(routeId, {
    model: lane.model,
    system: fillVariables(lane.system ?? prompts.system, row.values),
    turns: [...history, { role: 'user', text: prompt, attachments: prompts.attachments }],
    fragment: completeLane(lane).fields,
    refersToStored: false,
    tools: prompts.tools,
    schema: prompts.schema,
  });
  return {
    kind: 'json',
    text: JSON.stringify(body, null, 2),
    inline: inline.map(({ token, fileId }) => ({ token, fileId })),
  };
}

/** Returns the draft that sends one cell of a run. */
export function laneDraft(lane: Lane, prompts: Prompts, row: SheetRow, origin: Draft['options']['origin']): Draft {
  const { options, ...draft } = draftTo(lane, laneBody(lane, prompts, row), origin);
  return { ...draft, options: { ...options, added: completeLane(lane).added } };
}

/** Returns a lane with the fields that Patchbay adds to streams: those of the terminal and of earlier versions lack them. */
export function completeLane(lane: Lane): Lane {
  if (lane.added !== undefined) return lane;
  const { fields, routeId } = lane;
  const added = fields.stream === true && !fields.stream_options ? addedToStreams(routeId) : [];
  return { ...lane, fields: added.length > 0 ? { ...streamedFields(routeId), ...fields } : fields, added };
}

/** Returns the draft that sends a body to a lane, or to a judge. */
export function draftTo(
  { connectionId, keyId, routeId, model }: Pick<Lane, 'connectionId' | 'keyId' | 'routeId' | 'model'>,
  body: DraftBody,
  origin: Draft['options']['origin'],
): Draft {
  return {
    connectionId,
    ...(keyId === null ? {} : { keyId }),
    routeId,
    params: routeId.startsWith('native.') ? { model } : {},
    query: [],
    headers: [],
    body,
    options: { finishAlone: true, allowMisuse: false, deadlines: {}, origin },
  };
}
