import { asList } from '#shared/protocol/json.ts';
import type { Part } from '#shared/protocol/part.ts';
import { asObject, asText, type JsonObject } from '../intake/json-value.ts';
import { replyForm } from './compose.ts';
import { isEmpty } from './merged-record.ts';
import { isCallItem } from './response-calls.ts';
import { argumentsIn, argumentsText, callBody } from './tool-call.ts';

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
