import type { Part } from '#shared/protocol/part.ts';
import {
  asNumber,
  asObject,
  asObjects,
  asText,
  isBlank,
  type JsonObject,
  jsonText,
  parseJson,
} from '../intake/json-value.ts';
import { callEntry, callExtras } from './call-entry.ts';
import { choiceField } from './choices.ts';
import { warning } from './compose.ts';
import { mergeDelta } from './merged-record.ts';

export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
  /** The text when every delta repeated the ones before it; `null` once a delta did not. */
  snapshot: string | null;
  /** The input is free text and not JSON. */
  custom: boolean;
  /** Fields that are not understood, such as signatures, where they were received. */
  extras: JsonObject;
}

function newToolCall(): ToolCall {
  return { id: '', name: '', arguments: '', snapshot: '', custom: false, extras: {} };
}

/** Returns arguments as text: some gateways send the object itself. */
function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : (jsonText(value) ?? '');
}

/** Adds a delta of arguments and returns what is new: a delta that begins with all before it is a snapshot. */
function addArguments(call: ToolCall, piece: string): string {
  if (piece === '') return '';
  const before = call.snapshot;
  const repeats = before !== null && piece.startsWith(before);
  call.arguments += piece;
  call.snapshot = repeats ? piece : null;
  return repeats ? piece.slice(before.length) : piece;
}

/** Adds a name, which may arrive late, repeatedly, or in pieces before the arguments. Returns what is new. */
function addName(call: ToolCall, name: string): string {
  if (call.name === name) return '';
  if (call.name === '') {
    call.name = name;
    return name;
  }
  if (call.arguments !== '') return '';
  const added = name.startsWith(call.name) ? name.slice(call.name.length) : name;
  call.name += added;
  return added;
}

function isJsonObject(text: string): boolean {
  return /^\s*\{/.test(text) && asObject(parseJson(text)) !== null;
}

/** Returns the whole arguments: `{}` for none, and of two possible texts the one that is JSON. */
function argumentsOf(call: ToolCall): string {
  const candidates = [call.snapshot, call.arguments].filter((text) => text !== null);
  const text = call.custom ? call.arguments : (candidates.find(isJsonObject) ?? call.arguments);
  return text.trim() === '' && !call.custom ? '{}' : text;
}

function wholeCall(call: ToolCall, index: number, choice: { choice?: number }): Part[] {
  const written = argumentsOf(call);
  const valid = call.custom || isJsonObject(written);
  const part: Part = { type: 'tool-call', index, id: call.id, name: call.name, arguments: written, valid, ...choice };
  if (valid) return [part];
  const message = `The arguments of the call "${asText(call.name) ?? index}" are not a JSON object. They are shown as they arrived.`;
  return [part, warning('bad-arguments', message)];
}

/** Warning for calls in a response that is known to be incomplete. */
const truncatedCalls: Part = warning(
  'truncated-arguments',
  "The reply was cut off during its tool calls. Their arguments may be incomplete, so don't run them.",
);

/**
 * Assembles tool calls from every form in which gateways split them: without an index, all with index 0, with the id on
 * one index and the arguments on another, with names that arrive late, repeatedly or in pieces, and with arguments as
 * objects or as growing snapshots. Calls are numbered in the order in which they began.
 */
export function createToolCalls(choice: number) {
  const calls: ToolCall[] = [];
  /** Index in the response to position; a later call with the same index replaces the former. */
  const byIndex = new Map<number, number>();
  const byId = new Map<string, number>();
  const choiceTag = choiceField(choice);

  function begin(index: number | null): number {
    const position = calls.push(newToolCall()) - 1;
    if (index !== null) byIndex.set(index, position);
    return position;
  }

  function positionFor(
    index: number | null,
    id: string | null,
    name: string | null,
    piece: string,
    nth: number,
  ): number {
    const last = calls.length - 1;
    const sameId = id === null ? undefined : byId.get(id);
    if (sameId !== undefined) {
      if (index !== null) byIndex.set(index, sameId);
      return sameId;
    }
    const atIndex = index === null ? undefined : byIndex.get(index);
    if (atIndex !== undefined) return id !== null && calls[atIndex]!.id !== '' ? begin(index) : atIndex;
    if (index !== null) {
      // Arguments with an index of their own belong to the call that still has none.
      const orphan = id === null && name === null && piece !== '' && last >= 0 && calls[last]!.arguments === '';
      if (!orphan) return begin(index);
      byIndex.set(index, last);
      return last;
    }
    if (last === -1 || (id !== null && calls[last]!.id !== '')) return begin(null);
    const open = calls[last]!;
    const another = name !== null && open.name !== '' && (nth > 0 || isJsonObject(open.arguments));
    return another ? begin(null) : last;
  }

  /** Takes the `nth` entry of its list: two entries of one list are never the same call. */
  function takeOne(delta: JsonObject, nth: number): Part[] {
    const body = asObject(delta.function) ?? asObject(delta.custom) ?? delta;
    const id = asText(delta.id) ?? asText(delta.call_id);
    const name = asText(body.name);
    const piece = argumentsText(body.arguments ?? body.input);
    const extras = callExtras(delta);
    const isExtra = id === null && name === null && piece === '';
    if (isExtra && (isBlank(extras) || calls.length === 0)) return [];
    const index = asNumber(delta.index) ?? asNumber(body.index);
    const position = isExtra
      ? (byIndex.get(index ?? -1) ?? calls.length - 1)
      : positionFor(index, id, name, piece, nth);
    const call = calls[position]!;
    mergeDelta(call.extras, extras);
    if (delta.custom !== undefined) call.custom = true;
    const newId = id !== null && call.id !== id ? id : '';
    if (newId !== '') {
      call.id = newId;
      byId.set(newId, position);
    }
    const newName = name === null ? '' : addName(call, name);
    const newArguments = addArguments(call, piece);
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

  return {
    /** Takes `tool_calls` of a delta or a message. */
    take: (deltas: unknown): Part[] => asObjects(deltas).flatMap(takeOne),
    /** Takes `function_call` of a delta or a message, the older single-call form. */
    takeLegacy(delta: unknown): Part[] {
      const record = asObject(delta);
      return record === null ? [] : takeOne({ function: record, index: -1 }, 0);
    },
    count: () => calls.length,
    /** Whether a call has fields that are not understood. */
    hasExtras: () => calls.some(({ extras }) => !isBlank(extras)),
    /** Takes `tool_calls` of a message that repeats the calls: only fields that are not understood. */
    repeat(entries: unknown): void {
      asObjects(entries).forEach((entry, nth) => {
        const call = calls[byId.get(asText(entry.id) ?? '') ?? nth];
        if (call) mergeDelta(call.extras, callExtras(entry));
      });
    },
    /** Returns every call as an entry of `tool_calls`. */
    entries: (): JsonObject[] => calls.map((call) => callEntry(call, argumentsOf(call))),
    /** Call once: returns every call as a whole. `cut`: the response ended at its token limit or was truncated. */
    end: (cut: boolean): Part[] => [
      ...calls.flatMap((call, position) => wholeCall(call, position, choiceTag)),
      ...(cut && calls.length > 0 ? [truncatedCalls] : []),
    ],
  };
}

interface OpenCall {
  call: ToolCall;
  index: number;
  reported: boolean;
}

const callTypes: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call']);

export function isCallItem(item: JsonObject): boolean {
  return callTypes.has(item.type);
}

function idOf(item: JsonObject): string | null {
  return asText(item.call_id) ?? asText(item.id);
}

/**
 * Assembles the function calls of a responses stream: an item that opens, argument deltas, and the item again as a
 * whole.
 */
export function createResponseCalls() {
  const calls: OpenCall[] = [];
  const byKey = new Map<string, OpenCall>();
  const byId = new Map<string, OpenCall>();

  /**
   * Returns the call of a key. An id that belongs to another call begins a new one: some gateways give all calls one
   * key.
   */
  function open(key: string, id: string | null): OpenCall {
    const known = (id === null ? undefined : byId.get(id)) ?? byKey.get(key);
    if (known && (id === null || known.call.id === '' || known.call.id === id)) return known;
    const entry = { call: newToolCall(), index: calls.length, reported: false };
    calls.push(entry);
    byKey.set(key, entry);
    return entry;
  }

  function name(entry: OpenCall, item: JsonObject): void {
    entry.call.id = idOf(item) ?? entry.call.id;
    if (entry.call.id !== '') byId.set(entry.call.id, entry);
    entry.call.name = asText(item.name) ?? entry.call.name;
    entry.call.custom ||= item.type === 'custom_tool_call';
  }

  function replaceArguments(entry: OpenCall, value: unknown): void {
    const text = argumentsText(value);
    if (text === '') return;
    entry.call.arguments = text;
    entry.call.snapshot = null;
  }

  function report(entry: OpenCall): Part[] {
    if (entry.reported) return [];
    entry.reported = true;
    return wholeCall(entry.call, entry.index, {});
  }

  return {
    count: () => calls.length,
    begin(key: string, item: JsonObject): Part[] {
      const entry = open(key, idOf(item));
      name(entry, item);
      const text = argumentsText(item.arguments ?? item.input);
      if (entry.call.arguments === '') replaceArguments(entry, text);
      const { id, name: called } = entry.call;
      return [
        { type: 'tool-delta', index: entry.index, id, name: called, ...(text === '' ? {} : { arguments: text }) },
      ];
    },
    delta(key: string, piece: string): Part[] {
      const entry = open(key, null);
      if (piece === '' || entry.reported) return [];
      entry.call.arguments += piece;
      return [{ type: 'tool-delta', index: entry.index, arguments: piece }];
    },
    /** Takes the whole arguments; they take precedence over the joined deltas. */
    argumentsDone(key: string, event: JsonObject): Part[] {
      const entry = open(key, null);
      replaceArguments(entry, event.arguments ?? event.input);
      entry.call.name ||= asText(event.name) ?? '';
      return [];
    },
    /** Takes the whole call. The same call is reported once, by its key or by its id. */
    done(key: string, item: JsonObject): Part[] {
      const entry = open(key, idOf(item));
      if (entry.reported) return [];
      name(entry, item);
      replaceArguments(entry, item.arguments ?? item.input);
      return report(entry);
    },
    /** Call once. `cut`: the response is known to be incomplete. */
    end: (cut: boolean): Part[] => [...calls.flatMap(report), ...(cut && calls.length > 0 ? [truncatedCalls] : [])],
  };
}
