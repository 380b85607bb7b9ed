import { asList } from '#shared/protocol/json.ts';
import type { Part } from '#shared/protocol/part.ts';
import { asArray, asObject, asText, type JsonObject, words } from '../intake/json-value.ts';
import { replyForm } from './compose.ts';
import { isEmpty, mergeDelta } from './merged-record.ts';
import { isCallItem } from './response-calls.ts';
import { argumentsIn, argumentsText, callBody } from './tool-call.ts';

/** Fields of a message that have parts of their own, or that only report. */
const understood: ReadonlySet<string> = new Set(
  words(`role name content text parts refusal tool_calls
  function_call audio images annotations citations logprobs token_ids type channel`),
);

/** Media are not accepted from an assistant, and calls go back as calls. */
const isOther = (part: unknown) =>
  /image|audio|^(?:tool_use|tool_call|function_call)$/.test(asText(asObject(part)?.type) ?? '');
const isPlain = (part: unknown) =>
  typeof part === 'string' || Object.keys(asObject(part) ?? {}).every((name) => name === 'type' || name === 'text');

/** A flag or a number alone is not what a provider demands back. */
const isState = (value: unknown) => typeof value === 'string' || typeof value === 'object';

/** Collects of a chat reply what its text and its calls do not contain, from deltas or from a whole message. */
export function createChatForm() {
  const extras: JsonObject = {};
  /** The content, once it is a list with more than text. */
  let listed: { content: unknown[] } | null = null;

  function takeContent(content: unknown, before: () => string): void {
    const list = asArray(content).filter((part) => !isOther(part));
    if (listed === null) {
      if (list.every(isPlain)) return;
      const text = before();
      listed = { content: text === '' ? [] : [{ type: 'text', text }] };
    }
    mergeDelta(listed, { content: typeof content === 'string' ? [{ type: 'text', text: content }] : list });
  }

  return {
    /** `before`: returns the text of earlier deltas. */
    take(delta: JsonObject, before: () => string): void {
      for (const name of Object.keys(delta)) if (!understood.has(name)) mergeDelta(extras, { [name]: delta[name] });
      if (delta.content != null) takeContent(delta.content, before);
    },
    /** Takes a whole message, whose fields take precedence over what deltas contained. */
    takeWhole(message: JsonObject): void {
      for (const [name, value] of Object.entries(message))
        if (!understood.has(name) && !isEmpty(value)) extras[name] = value;
      const list = asArray(message.content).filter((part) => !isOther(part));
      if (!list.every(isPlain)) listed = { content: list };
    },
    /** `content`: as received. `hasMore`: content or calls contain what text and calls of the reply do not. */
    end(content: string, calls: JsonObject[], hasMore: boolean): Part[] {
      const isNeeded = hasMore || listed !== null || Object.values(extras).some(isState);
      if (!isNeeded) return [];
      const message = {
        role: 'assistant',
        ...extras,
        content: listed?.content ?? (content || null),
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
      };
      return replyForm('chat.completions', [message]);
    },
  };
}

/** Parts with only these fields are composed again from the text, the calls and the images of the reply. */
const composedPart: ReadonlySet<string> = new Set(['text', 'thought', 'functionCall', 'inlineData']);
const composedCall: ReadonlySet<string> = new Set(['id', 'name', 'args']);

const isText = (part: JsonObject) =>
  typeof part.text === 'string' && Object.keys(part).every((name) => name === 'text' || name === 'thought');

/** Collects the parts of a candidate as received; texts that arrive in pieces are joined. */
export function createNativeForm() {
  const parts: JsonObject[] = [];

  function take(part: JsonObject): void {
    const last = parts.at(-1);
    const isOfOneKind = last && isText(last) && isText(part) && (last.thought === true) === (part.thought === true);
    if (isOfOneKind)
      parts[parts.length - 1] = { ...last, text: `${asText(last.text) ?? ''}${asText(part.text) ?? ''}` };
    // An empty text ends a stream, and says nothing.
    else if (!isText(part) || part.text !== '') parts.push(part);
  }

  return {
    take,
    /** Takes a call that arrived in several parts, as a whole, with what else those parts contained. */
    takeCall(call: JsonObject, pieces: readonly JsonObject[]): void {
      const { functionCall: _pieces, function_call: _others, ...rest } = Object.assign({}, ...pieces) as JsonObject;
      take({ functionCall: call, ...rest });
    },
    end(): Part[] {
      const isNeeded = parts.some(
        (part) =>
          Object.keys(part).some((name) => !composedPart.has(name)) ||
          Object.keys(asObject(part.functionCall) ?? {}).some((name) => !composedCall.has(name)),
      );
      return isNeeded ? replyForm('native', parts) : [];
    },
  };
}

/** Items with only these fields are composed again from the text and the calls of the reply. */
const composed: Readonly<Record<string, ReadonlySet<string>>> = {
  message: new Set(['type', 'id', 'status', 'role', 'content']),
  function_call: new Set(['type', 'id', 'status', 'call_id', 'name', 'arguments']),
};

const isComposed = (item: JsonObject) => {
  const fields = composed[asText(item.type) ?? 'message'];
  return fields !== undefined && Object.keys(item).every((name) => fields.has(name) || isEmpty(item[name]));
};

const valuesOf = (item: JsonObject) => Object.fromEntries(Object.entries(item).filter(([, value]) => !isEmpty(value)));

/** Collects the output items of a response as received. */
export function createResponsesForm() {
  /** Whole items from events. */
  const done: { place: number; item: JsonObject }[] = [];
  let output: JsonObject[] = [];
  let isUnstored = false;

  return {
    done: (item: JsonObject, place: number | null) => void done.push({ place: place ?? done.length, item }),
    /** Takes the last document: its items take precedence, with what only their events contained. */
    last(items: JsonObject[], store: unknown): void {
      isUnstored = store === false;
      const eventOf = ({ id }: JsonObject) => asText(id) && done.findLast(({ item }) => item.id === id)?.item;
      output = items.map((item) => ({ ...eventOf(item), ...valuesOf(item) }));
    },
    end(): Part[] {
      const inOrder = done.toSorted((first, second) => first.place - second.place);
      const items = (output.length > 0 ? output : inOrder.map(({ item }) => item)).flatMap(inputItems);
      if (items.every(isComposed)) return [];
      return replyForm('responses', items.map(withoutSound), isUnstored ? { isUnstored } : {});
    },
  };
}

/** Returns an item as the protocol spells it: gateways also write a text as an item, and calls into a message. */
function inputItems(item: JsonObject): JsonObject[] {
  if (/^(?:output_)?text$/.test(asText(item.type) ?? ''))
    return [{ type: 'message', role: 'assistant', content: [{ ...item, type: 'output_text' }] }];
  const content = asList(item.content);
  const isCall = (part: unknown) => asObject(part) !== null && isCallItem(part as JsonObject);
  const calls = [...content.filter(isCall), ...asList(item.tool_calls)].map((call) => callItemOf(call as JsonObject));
  if (isCallItem(item) || calls.length === 0) return [item];
  const { tool_calls: _calls, ...message } = item;
  const said = content.filter((part) => !isCall(part));
  return [...(said.length > 0 ? [{ ...message, content: said }] : []), ...calls];
}

/** Returns a call in any form as an item. */
const callItemOf = (call: JsonObject): JsonObject => ({
  type: 'function_call',
  call_id: asText(call.call_id) ?? asText(call.id) ?? '',
  name: asText(callBody(call).name) ?? '',
  arguments: argumentsText(argumentsIn(callBody(call))) || '{}',
});

/** Audio is not accepted as input. */
function withoutSound(item: JsonObject): JsonObject {
  if (!Array.isArray(item.content)) return item;
  const content = asList(item.content).filter((part) => !/audio/.test(asText((part as JsonObject | null)?.type) ?? ''));
  return content.length === item.content.length ? item : { ...item, content };
}
