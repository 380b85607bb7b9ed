import type { Part } from '#shared/protocol/part.ts';
import { asNumber, asObject, asObjects, asText, type JsonObject } from '../intake/json-value.ts';
import { choiceField } from './finish-reasons.ts';
import {
  addArguments,
  addName,
  argumentsText,
  isJsonObject,
  newToolCall,
  type ToolCall,
  wholeCall,
} from './tool-call.ts';

export interface ToolCalls {
  /** `tool_calls` of a delta or a message. */
  take(deltas: unknown): Part[];
  /** `function_call` of a delta or a message, from before there were several. */
  takeLegacy(delta: unknown): Part[];
  readonly count: number;
  /** Call once: every call as a whole. `cut`: the answer ended at its token limit or was broken off. */
  end(cut: boolean): Part[];
}

/**
 * Puts tool calls together from every form in which gateways cut them: without an index, all with index 0, with the id
 * on one index and the arguments on another, with names that come late, again or in pieces, and with arguments as
 * objects or as growing snapshots. Calls are numbered in the order in which they began.
 */
export function createToolCalls(choice: number): ToolCalls {
  const calls: ToolCall[] = [];
  /** Index on the wire to position; a later call with the same index replaces the former. */
  const byIndex = new Map<number, number>();
  const byId = new Map<string, number>();
  const answer = choiceField(choice);

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
      // Arguments on an index of their own belong to the call that still has none.
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

  /** `nth` entry of its list: two entries of one list are never one call. */
  function takeOne(delta: JsonObject, nth: number): Part[] {
    const body = asObject(delta.function) ?? asObject(delta.custom) ?? delta;
    const id = asText(delta.id) ?? asText(delta.call_id);
    const name = asText(body.name);
    const piece = argumentsText(body.arguments ?? body.input);
    if (id === null && name === null && piece === '') return [];
    const index = asNumber(delta.index) ?? asNumber(body.index);
    const position = positionFor(index, id, name, piece, nth);
    const call = calls[position]!;
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
        ...answer,
      },
    ];
  }

  return {
    take: (deltas) => asObjects(deltas).flatMap(takeOne),
    takeLegacy(delta) {
      const record = asObject(delta);
      return record === null ? [] : takeOne({ function: record, index: -1 }, 0);
    },
    get count() {
      return calls.length;
    },
    end(cut) {
      const parts = calls.flatMap((call, position) => wholeCall(call, position, answer));
      if (!cut || calls.length === 0) return parts;
      const message =
        'The answer was cut off while calls were written: their arguments may be incomplete, do not run them.';
      return [...parts, { type: 'warning', code: 'truncated-arguments', message }];
    },
  };
}
