import { asList } from '#shared/protocol/json.ts';
import type { Part } from '#shared/protocol/part.ts';
import { asText, type JsonObject } from '../intake/json-value.ts';
import { replyForm } from './compose.ts';
import { isEmpty } from './merged-record.ts';

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
      const items = output.length > 0 ? output : inOrder.map(({ item }) => item);
      if (items.every(isComposed)) return [];
      return replyForm('responses', items.map(withoutSound), isUnstored ? { isUnstored } : {});
    },
  };
}

/** Audio is not accepted as input. */
function withoutSound(item: JsonObject): JsonObject {
  if (!Array.isArray(item.content)) return item;
  const content = asList(item.content).filter((part) => !/audio/.test(asText((part as JsonObject | null)?.type) ?? ''));
  return content.length === item.content.length ? item : { ...item, content };
}
