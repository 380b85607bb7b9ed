import { chatCall } from '#shared/protocol/compose/reply-form.ts';
import type { Part } from '#shared/protocol/part.ts';
import {
  asObject,
  asObjects,
  asText,
  isBlank,
  type JsonObject,
  parseJson,
  scalarText,
  shallowRecord,
} from '../intake/json-value.ts';
import { choiceField } from './choices.ts';
import { mergeDelta } from './merged-record.ts';
import {
  argumentsIn,
  argumentsText,
  callBody,
  newToolCall,
  type ToolCall,
  truncatedCalls,
  wholeCall,
} from './tool-call.ts';

/** One entry of a list of calls, in the terms of every service. */
interface Entry {
  index: string | null;
  id: string | null;
  name: string | null;
  piece: string;
  /** It has what only the first delta of a call has. */
  isHeaded: boolean;
  custom: boolean;
}

function entryOf(delta: JsonObject): Entry | null {
  const body = callBody(delta);
  const id = scalarText(delta.id) ?? scalarText(delta.call_id);
  const name = scalarText(body.name) ?? scalarText(delta.name);
  const piece = argumentsText(argumentsIn(body) ?? argumentsIn(delta));
  if (id === null && name === null && piece === '') return null;
  const index = scalarText(delta.index) ?? scalarText(body.index);
  return { index, id, name, piece, isHeaded: asText(delta.type) !== null, custom: delta.custom !== undefined };
}

/**
 * Tells whether an entry reports a tool of the service, such as `{type: "web_search", web_search: {...}}` (Zhipu): it
 * names no function, and nobody waits for its output.
 */
function isServed(delta: JsonObject): boolean {
  const type = asText(delta.type);
  if (type === null || type === 'custom' || delta.function !== undefined || delta.name !== undefined) return false;
  const own = delta[type];
  return typeof own === 'object' && own !== null && asObject(own)?.name === undefined;
}

/** Adds a name, which may arrive late, repeatedly, or in pieces before the arguments. Returns what is new. */
function addName(call: ToolCall, name: string): string {
  if (call.name === name) return '';
  if (call.name === '') {
    call.name = name;
    return name;
  }
  if (!call.arguments.isEmpty) return '';
  const added = name.startsWith(call.name) ? name.slice(call.name.length) : name;
  call.name += added;
  return added;
}

/**
 * Tells whether an entry that is numbered like `call` is another call. Numbers and ids are not trusted alone: services
 * give all calls the index 0, no id, the same id, or every chunk an id of its own.
 */
function isAnother({ id, name, piece, isHeaded }: Entry, call: ToolCall): boolean {
  const hasOtherId = id !== null && call.id !== '' && call.id !== id;
  if (name === null || call.name === '') return hasOtherId && call.arguments.isWhole;
  // A complete object followed by a name is another call, unless the same is only said again.
  if (call.arguments.isWhole) {
    const isRepeat = name === call.name && !hasOtherId && (piece === '' || call.arguments.isRepeatedBy(piece));
    return !isRepeat;
  }
  if (!call.arguments.isEmpty) return name !== call.name || (hasOtherId && piece.trimStart().startsWith('{'));
  // No arguments yet: an unlike name is the rest of the name, unless it begins like a call.
  return name !== call.name && !name.startsWith(call.name) && (hasOtherId || isHeaded);
}

/**
 * Assembles tool calls from every form in which services split them: without an index, all with index 0, with the id on
 * one index and the arguments on another, with names that arrive late, repeatedly or in pieces, and with arguments as
 * objects or as growing snapshots. Calls are numbered in the order in which they began.
 */
export function createToolCalls(choice: number) {
  const calls: ToolCall[] = [];
  /** Index and id in the response to position; a later call with the same one replaces the former. */
  const byIndex = new Map<string, number>();
  const byId = new Map<string, number>();
  /** Positions of the calls that came with an index. */
  const indexed = new Set<number>();
  const choiceTag = choiceField(choice);
  /** Positions of the calls in the present list that have a name: two of its entries are never one call. */
  let named = new Set<number>();
  let hasList = false;
  /** Tools that the service itself ran, by id or else by their order. */
  const served = new Map<string, JsonObject>();

  /** Returns the position of the call that an entry may continue, -1 when there is none. */
  function known({ index, id, name, piece }: Entry): number {
    const last = calls.length - 1;
    const open = calls[last];
    const sameId = id === null ? undefined : byId.get(id);
    const sameIndex = index === null ? undefined : byIndex.get(index);
    if (sameIndex !== undefined && (id === null || ['', id].includes(calls[sameIndex]!.id))) return sameIndex;
    if (sameId !== undefined) {
      const isElsewhere = index !== null && sameIndex === undefined && name !== null && indexed.has(sameId);
      return isElsewhere ? -1 : sameId;
    }
    if (sameIndex !== undefined) return sameIndex;
    if (index !== null) {
      // Arguments with an index of their own belong to the call that is still incomplete.
      const isOrphan = id === null && name === null && piece !== '' && open?.arguments.isWhole === false;
      return isOrphan ? last : -1;
    }
    const isNew = open === undefined || (id !== null && open.id !== '' && (name !== null || open.arguments.isWhole));
    return isNew ? -1 : last;
  }

  /** With neither an index nor an id, a whole call with a name is a call. */
  const isUnnumbered = ({ index, id, name }: Entry, call: ToolCall) =>
    index === null && id === null && name !== null && call.arguments.isWhole;

  function positionFor(entry: Entry): number {
    const at = known(entry);
    const call = calls[at];
    const isNew =
      call === undefined ||
      (entry.name !== null && named.has(at)) ||
      isUnnumbered(entry, call) ||
      isAnother(entry, call);
    const position = isNew ? calls.push(newToolCall()) - 1 : at;
    if (entry.index !== null) {
      byIndex.set(entry.index, position);
      indexed.add(position);
    }
    if (entry.id !== null) byId.set(entry.id, position);
    if (entry.name !== null) named.add(position);
    return position;
  }

  function takeOne(delta: JsonObject): Part[] {
    if (isServed(delta)) {
      const key = scalarText(delta.id) ?? scalarText(delta.index) ?? `nth ${served.size}`;
      const tool = served.get(key) ?? {};
      mergeDelta(tool, delta);
      served.set(key, tool);
      return [];
    }
    const entry = entryOf(delta);
    const extras = callExtras(delta);
    if (entry === null) {
      // Fields alone belong to the call of their index, or to the last one.
      const at = byIndex.get(scalarText(delta.index) ?? '') ?? calls.length - 1;
      if (calls[at] && !isBlank(extras)) mergeDelta(calls[at].extras, extras);
      return [];
    }
    const position = positionFor(entry);
    const call = calls[position]!;
    mergeDelta(call.extras, extras);
    call.custom ||= entry.custom;
    const newId = entry.id !== null && call.id === '' ? entry.id : '';
    call.id ||= newId;
    const newName = entry.name === null ? '' : addName(call, entry.name);
    const newArguments = call.arguments.add(entry.piece);
    if (newId === '' && newName === '' && newArguments === '') return [];
    return [
      {
        type: 'tool-delta',
        index: position,
        ...(newId === '' ? {} : { id: newId }),
        ...(newName === '' ? {} : { name: newName }),
        ...(newArguments === '' ? {} : { arguments: newArguments }),
        ...choiceTag,
      },
    ];
  }

  function takeList(deltas: JsonObject[]): Part[] {
    named = new Set();
    return deltas.flatMap(takeOne);
  }

  return {
    /** Takes `tool_calls` of a delta or a message: a list, one call, a map of calls, or one of these as JSON text. */
    take(received: unknown): Part[] {
      const deltas = typeof received === 'string' ? parseJson(received) : received;
      const record = asObject(deltas);
      const isMap = record !== null && entryOf(record) === null;
      const list = record === null ? asObjects(deltas) : isMap ? asObjects(Object.values(record)) : [record];
      hasList ||= list.length > 0;
      return takeList(list);
    },
    /** Takes `function_call` of a delta or a message, the older single-call form. A copy of a list is not read. */
    takeLegacy(delta: unknown): Part[] {
      const record = asObject(delta);
      return record === null || hasList ? [] : takeList([{ function: record, index: 'function_call' }]);
    },
    count: () => calls.length + served.size,
    /** Whether a call has fields that are not understood, or is none of a function. */
    hasExtras: () => calls.some(({ custom, extras }) => custom || !isBlank(extras)),
    /** Takes `tool_calls` of a message that repeats the calls: only fields that are not understood. */
    repeat(entries: unknown): void {
      asObjects(entries).forEach((entry, nth) => {
        const call = calls[byId.get(scalarText(entry.id) ?? '') ?? nth];
        if (call) mergeDelta(call.extras, callExtras(entry));
      });
    },
    /** Returns every call as an entry of `tool_calls`. */
    entries: (): JsonObject[] => calls.map((call) => callEntry(call, call.arguments.text(call.custom))),
    /** Call once: returns every call as a whole. `cut`: the response ended at its token limit or was truncated. */
    end: (cut: boolean): Part[] => [
      ...calls.flatMap((call, position) => wholeCall(call, position, choiceTag)),
      ...[...served.values()].map(
        (item): Part => ({ type: 'item', kind: String(item.type), item: shallowRecord(item) }),
      ),
      ...(cut && calls.length > 0 ? [truncatedCalls] : []),
    ],
  };
}

type AssembledCall = Pick<ToolCall, 'id' | 'name' | 'custom' | 'extras'>;

/** Returns the fields of an entry of `tool_calls` that are not understood, such as signatures. */
export function callExtras(entry: JsonObject): JsonObject {
  const { index: _index, id: _id, call_id: _callId, type: _type, custom: _custom, function: called, ...rest } = entry;
  const { name: _name, arguments: _arguments, input: _input, args: _args, parameters: _parameters, ...outer } = rest;
  const { name: _called, arguments: _given, input: _text, index: _at, ...inner } = asObject(called) ?? {};
  return isBlank(inner) ? outer : { ...outer, function: inner };
}

/** Returns an assembled call as an entry of `tool_calls`, with the fields that are not understood. */
export const callEntry = ({ id, name, custom, extras }: AssembledCall, whole: string): JsonObject =>
  custom
    ? { ...extras, id, type: 'custom', custom: { name, input: whole } }
    : chatCall({ id, name, arguments: whole }, extras);
