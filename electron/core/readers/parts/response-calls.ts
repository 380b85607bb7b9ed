import type { Part } from '#shared/protocol/part.ts';
import { asText, type JsonObject } from '../intake/json-value.ts';
import { argumentsText, newToolCall, type ToolCall, wholeCall } from './tool-call.ts';

interface OpenCall {
  call: ToolCall;
  index: number;
  told: boolean;
}

const callTypes: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call']);

export function isCallItem(item: JsonObject): boolean {
  return callTypes.has(item.type);
}

function idOf(item: JsonObject): string | null {
  return asText(item.call_id) ?? asText(item.id);
}

/** Function calls of a responses answer: an item that opens, pieces of arguments, and the item again as a whole. */
export function createResponseCalls() {
  const calls: OpenCall[] = [];
  const byKey = new Map<string, OpenCall>();
  const byId = new Map<string, OpenCall>();

  /** The call at a key. An id that belongs to another call begins a new one: some gateways give all calls one key. */
  function open(key: string, id: string | null): OpenCall {
    const known = (id === null ? undefined : byId.get(id)) ?? byKey.get(key);
    if (known && (id === null || known.call.id === '' || known.call.id === id)) return known;
    const entry = { call: newToolCall(), index: calls.length, told: false };
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

  function notify(entry: OpenCall): Part[] {
    if (entry.told) return [];
    entry.told = true;
    return wholeCall(entry.call, entry.index, {});
  }

  return {
    get count(): number {
      return calls.length;
    },
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
      if (piece === '' || entry.told) return [];
      entry.call.arguments += piece;
      return [{ type: 'tool-delta', index: entry.index, arguments: piece }];
    },
    /** The arguments as a whole; they win over the joined pieces. */
    argumentsDone(key: string, event: JsonObject): Part[] {
      const entry = open(key, null);
      replaceArguments(entry, event.arguments ?? event.input);
      entry.call.name ||= asText(event.name) ?? '';
      return [];
    },
    /** The call as a whole. The same call is told once, by its key or by its id. */
    done(key: string, item: JsonObject): Part[] {
      const entry = open(key, idOf(item));
      if (entry.told) return [];
      name(entry, item);
      replaceArguments(entry, item.arguments ?? item.input);
      return notify(entry);
    },
    /** Call once. `cut`: the answer is known not to be whole. */
    end(cut: boolean): Part[] {
      const parts = calls.flatMap(notify);
      if (!cut || calls.length === 0) return parts;
      const message =
        'The answer was cut off while calls were written: their arguments may be incomplete, do not run them.';
      return [...parts, { type: 'warning', code: 'truncated-arguments', message }];
    },
  };
}
