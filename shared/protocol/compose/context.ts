import type { JsonObject } from '../json.ts';
import type {
  PromptImage,
  PromptReplyTurn,
  PromptTarget,
  PromptToolTurn,
  PromptTurn,
  PromptUserTurn,
} from './material.ts';
import { chatMessageOf, hasImageItems, nativePartsOf, responsesItemsOf } from './reply-form.ts';
import { familyOf } from './text-parameters.ts';

/**
 * Returns the turns as they are sent to a target: replies with what their provider demands back, their images where the
 * protocol has a place for them, and an id for every call that needs one. A turn that is sent as it is stays the same
 * object; changed ones are kept, so that the same turns give the same objects.
 */
export function turnsFor(turns: readonly PromptTurn[], target: PromptTarget): PromptTurn[] {
  const family = familyOf(target.routeId);
  const ids = createCallIds(family);
  let images: PromptImage[] = [];
  /** Tools were called since the last prompt. */
  let usesTools = false;
  return turns.map((turn): PromptTurn => {
    if (turn.role === 'user') {
      const carried = images;
      images = [];
      usesTools = false;
      return carried.length > 0 ? withImages(turn, carried) : turn;
    }
    if (turn.role === 'tool') return ids.ofOutputs(turn);
    usesTools ||= turn.answer.calls.length > 0;
    const sent = ids.ofCalls(turn);
    const form = target.sendsForms && fitsTarget(turn, target) ? turn.answer.form : undefined;
    if (family !== 'native' && target.sendsImages && !hasImageItems(form)) images.push(...imagesFor(turn, target));
    if (!form && (family !== 'native' || !turn.answer.images?.length)) return sent;
    const { storesNothing, sendsImages } = target;
    return variantOf(
      turn,
      JSON.stringify([family, Boolean(form), sendsImages, storesNothing, usesTools, ids.sent()]),
      () => ({
        ...sent,
        answer: { ...sent.answer, images: imagesFor(turn, target) },
        ...(form ? { entries: entriesOf(sent, form, target, usesTools) } : {}),
      }),
    );
  });
}

/** Whether a reply can go back in the form that it was received in. */
export const fitsTarget = ({ connectionId, model, answer }: PromptReplyTurn, target: PromptTarget): boolean =>
  answer.form?.protocol === familyOf(target.routeId) && connectionId === target.connectionId && model === target.model;

function entriesOf(
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
    case 'native':
      return nativePartsOf(form, sendsImages);
  }
}

/** Returns the images of a reply that its protocol can carry to the target. */
export function imagesFor({ answer }: PromptReplyTurn, { routeId, sendsImages }: PromptTarget): PromptImage[] {
  const takesUrls = familyOf(routeId) !== 'native';
  return (sendsImages ? (answer.images ?? []) : []).filter(
    ({ file, base64, url, isPreview }) => !isPreview && (file || base64 || (takesUrls && url)),
  );
}

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

function withImages(turn: PromptUserTurn, images: readonly PromptImage[]): PromptUserTurn {
  const names = images.map(({ file, url, base64 }) => file?.id ?? url ?? [base64?.length, base64?.slice(0, 500)]);
  return variantOf(turn, `images ${JSON.stringify(names)}`, () => ({ ...turn, images }));
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
