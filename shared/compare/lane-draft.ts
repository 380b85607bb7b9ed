import type { Lane, SheetRow } from '../contract/compare.ts';
import type { Draft, DraftBody } from '../contract/exchanges.ts';
import { composeBody } from '../protocol/compose/compose.ts';
import { turnsFor } from '../protocol/compose/context.ts';
import type { PromptTurn } from '../protocol/compose/material.ts';
import { fillVariables } from '../variables.ts';
import { isTextRoute, type Prompts, promptOf } from './lanes.ts';

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
        : {
            role: 'assistant',
            routeId,
            answer: {
              text: turn.text,
              calls: [],
              answerId: null,
              images: turn.images?.map((file) => ({ file })) ?? [],
            },
          },
  );
  const { body, inline } = composeBody(routeId, {
    model: lane.model,
    system: fillVariables(lane.system ?? prompts.system, row.values),
    turns: turnsFor([...history, { role: 'user', text: prompt, attachments: prompts.attachments }], {
      ...{ routeId, connectionId: lane.connectionId, model: lane.model },
      ...{ sendsImages: true, sendsForms: false, storesNothing: false },
    }),
    fragment: lane.fields,
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
  return { ...draft, options: { ...options, added: lane.added } };
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
