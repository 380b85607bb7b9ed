import type { JsonObject } from '../json.ts';
import type { FileRef } from '../part.ts';
import { composers } from './compose.ts';
import { fileToken } from './inline-file.ts';
import type {
  Base64Of,
  PromptReplyTurn,
  PromptTarget,
  PromptToolTurn,
  PromptTurn,
  PromptUserTurn,
} from './material.ts';
import { chatMessageOf, hasImageItems, nativePartsOf, responsesItemsOf } from './reply-form.ts';
import { familyOf, type TextRouteId } from './text-parameters.ts';

/**
 * Returns the turns as they are sent to a target: replies with what their provider demands back, their images where the
 * protocol has a place for them, and an id for every call that needs one. A turn that is sent as it is stays the same
 * object; changed ones are kept, so that the same turns give the same objects.
 */
export function turnsFor(turns: readonly PromptTurn[], target: PromptTarget): PromptTurn[] {
  const family = familyOf(target.routeId);
  const ids = createCallIds(family);
  let images: { file: FileRef }[] = [];
  /** Ids of the custom calls that the last reply is sent with. */
  let customCalls: ReadonlySet<unknown> = new Set();
  /** Tools were called since the last prompt. */
  let usesTools = false;
  return turns.map((turn): PromptTurn => {
    if (turn.role === 'user') {
      const carried = images;
      images = [];
      usesTools = false;
      return carried.length > 0 ? withImages(turn, carried) : turn;
    }
    if (turn.role === 'tool') return withCustomOutputs(ids.ofOutputs(turn), customCalls);
    usesTools ||= turn.answer.calls.length > 0;
    const sent = ids.ofCalls(turn);
    const form = target.sendsForms && fitsTarget(turn, target) ? turn.answer.form : undefined;
    customCalls = customCallsOf(form);
    if (family !== 'native' && target.sendsImages && !hasImageItems(form)) images.push(...imagesFor(turn, target));
    if (!form && (family !== 'native' || !turn.answer.images?.length)) return sent;
    const { storesNothing, sendsImages } = target;
    return variantOf(
      turn,
      JSON.stringify([family, Boolean(form), sendsImages, storesNothing, usesTools, ids.sent()]),
      () => ({
        ...sent,
        answer: { ...sent.answer, images: imagesFor(turn, target) },
        ...(form ? { entries: receivedEntries(sent, form, target, usesTools) } : {}),
      }),
    );
  });
}

/** Whether a reply can go back in the form that it was received in. */
export const fitsTarget = ({ connectionId, model, answer }: PromptReplyTurn, target: PromptTarget): boolean =>
  answer.form?.protocol === familyOf(target.routeId) && connectionId === target.connectionId && model === target.model;

function receivedEntries(
  { answer }: PromptReplyTurn,
  form: NonNullable<PromptReplyTurn['answer']['form']>,
  { sendsImages, storesNothing }: PromptTarget,
  usesTools: boolean,
): JsonObject[] {
  switch (form.protocol) {
    case 'chat.completions':
      return [chatMessageOf(form, answer, usesTools)];
    case 'responses':
      return responsesItemsOf(form, { storesNothing, sendsImages });
    case 'native': {
      const parts = nativePartsOf(form, sendsImages);
      return parts.length > 0 ? [{ role: 'model', parts }] : [];
    }
  }
}

/** Returns the entries of a turn, as `turnsFor` returns it, in the list of the body. */
export function entriesOf(routeId: TextRouteId, turn: PromptTurn, base64Of: Base64Of): readonly unknown[] {
  if (turn.role !== 'assistant' || !turn.entries) return composers[routeId].entriesOf(turn, base64Of);
  const text = JSON.stringify(turn.entries);
  for (const file of turn.answer.form?.files ?? [])
    if (text.includes(fileToken(file.id))) base64Of({ file, text: null });
  return turn.entries;
}

/** Returns the images of a reply that can be sent to the target. */
export const imagesFor = ({ answer }: PromptReplyTurn, { sendsImages }: PromptTarget): { file: FileRef }[] =>
  (sendsImages ? (answer.images ?? []) : []).flatMap(({ file, isPreview }) => (file && !isPreview ? { file } : []));

/**
 * Gives calls their ids. A gateway may leave the id of a call empty, but accepts no empty one; Patchbay's own is unique
 * in the request. On native routes an id is sent back only to the protocol that it came from, where it is optional.
 */
function createCallIds(family: string) {
  let count = 0;
  let sent: string[] = [];
  let received: string[] = [];
  return {
    sent: () => sent,
    ofCalls(turn: PromptReplyTurn): PromptReplyTurn {
      const { calls } = turn.answer;
      received = calls.map(({ id }) => id);
      const isForeign = family === 'native' && familyOf(turn.routeId) !== 'native';
      sent = received.map((id) => {
        if (family === 'native') return isForeign ? '' : id;
        if (id !== '') return id;
        count += 1;
        return `patchbay_call_${count}`;
      });
      if (sent.every((id, at) => id === received[at])) return turn;
      const own = sent;
      return variantOf(turn, `ids ${JSON.stringify(own)}`, () => ({
        ...turn,
        answer: { ...turn.answer, calls: calls.map((call, at) => ({ ...call, id: own[at] ?? '' })) },
      }));
    },
    ofOutputs(turn: PromptToolTurn): PromptToolTurn {
      const idOf = (callId: string, at: number) => {
        const place = callId === '' ? at : received.indexOf(callId);
        return sent[place] ?? callId;
      };
      const own = turn.outputs.map(({ callId }, at) => idOf(callId, at));
      if (turn.outputs.every(({ callId }, at) => callId === own[at])) return turn;
      return variantOf(turn, `ids ${JSON.stringify(own)}`, () => ({
        ...turn,
        outputs: turn.outputs.map((output, at) => ({ ...output, callId: own[at] ?? '' })),
      }));
    },
  };
}

const customCallsOf = (form: PromptReplyTurn['answer']['form']): ReadonlySet<unknown> =>
  new Set(form?.entries.filter(({ type }) => type === 'custom_tool_call').map(({ call_id }) => call_id));

/** Returns the outputs with those of custom calls marked. */
function withCustomOutputs(turn: PromptToolTurn, customCalls: ReadonlySet<unknown>): PromptToolTurn {
  if (!turn.outputs.some(({ callId }) => customCalls.has(callId))) return turn;
  return variantOf(turn, `custom ${JSON.stringify([...customCalls])}`, () => ({
    ...turn,
    outputs: turn.outputs.map((output) => (customCalls.has(output.callId) ? { ...output, isCustom: true } : output)),
  }));
}

/** Returns a prompt with the images of the replies above in front of its own attachments. */
function withImages(turn: PromptUserTurn, images: readonly { file: FileRef }[]): PromptUserTurn {
  const attachments = [...images.map(({ file }) => ({ file, text: null })), ...turn.attachments];
  return variantOf(turn, `images ${images.map(({ file }) => file.id).join()}`, () => ({ ...turn, attachments }));
}

const variants = new WeakMap<object, Map<string, PromptTurn>>();

/** Turns are replaced and never mutated, so each form in which one is sent is made once. */
function variantOf<Turn extends PromptTurn>(turn: Turn, key: string, make: () => Turn): Turn {
  const known = variants.get(turn) ?? new Map<string, PromptTurn>();
  variants.set(turn, known);
  const found = (known.get(key) as Turn | undefined) ?? make();
  known.set(key, found);
  return found;
}
