import type { Part } from '#shared/protocol/part.ts';
import { asText, type JsonObject, scalarText, words } from '../intake/json-value.ts';
import {
  argumentsIn,
  argumentsText,
  callBody,
  newToolCall,
  type ToolCall,
  truncatedCalls,
  wholeCall,
} from './tool-call.ts';

interface OpenCall {
  call: ToolCall;
  index: number;
  /** Its item has begun with an event of its own. */
  isBegun: boolean;
  reported: boolean;
}

const callTypes: ReadonlySet<unknown> = new Set(
  words(`function_call custom_tool_call tool_call tool_use
  function`),
);

export function isCallItem(item: JsonObject): boolean {
  return callTypes.has(item.type);
}

const idOf = (item: JsonObject): string | null => scalarText(item.call_id) ?? scalarText(item.id);

/** Where an event places its call: the id of the item where the event names it, and its place in the output. */
export interface CallPlace {
  itemId: string | null;
  at: string;
}

/**
 * Assembles the function calls of a responses stream: an item that opens, argument deltas, and the item again as a
 * whole. An item id is trusted where it is known, the place where it is not: services change the ids from event to
 * event, or give all calls one place.
 */
export function createResponseCalls() {
  const calls: OpenCall[] = [];
  const byPlace = new Map<string, OpenCall>();
  const byItem = new Map<string, OpenCall>();
  /** Calls of each call id, in order. */
  const byId = new Map<string, OpenCall[]>();

  function begin({ itemId, at }: CallPlace): OpenCall {
    const entry = { call: newToolCall(), index: calls.length, isBegun: false, reported: false };
    calls.push(entry);
    byPlace.set(at, entry);
    if (itemId !== null) byItem.set(itemId, entry);
    return entry;
  }

  const ofItem = ({ itemId }: CallPlace) => (itemId === null ? undefined : byItem.get(itemId));

  /** Whether a call is complete without these arguments. */
  const isFull = ({ call }: OpenCall, piece: string) => call.arguments.isWhole && !call.arguments.isRepeatedBy(piece);

  /** Returns the call of an event without an item. Arguments after a complete call belong to another one. */
  function open(place: CallPlace, piece: string): OpenCall {
    const named = ofItem(place);
    if (named && !isFull(named, piece)) return named;
    const placed = byPlace.get(place.at);
    const isNew = placed === undefined || (placed !== named && place.itemId !== null && isFull(placed, piece));
    return isNew ? begin(place) : placed;
  }

  function noteItem(entry: OpenCall, item: JsonObject): void {
    const { call } = entry;
    const id = idOf(item);
    if (id !== null && call.id !== id) {
      call.id = id;
      const others = byId.get(id);
      if (others) others.push(entry);
      else byId.set(id, [entry]);
    }
    const itemId = scalarText(item.id);
    if (itemId !== null) byItem.set(itemId, entry);
    call.name = asText(callBody(item).name) ?? call.name;
    call.custom ||= item.type === 'custom_tool_call';
  }

  function replaceArguments({ call }: OpenCall, value: unknown): void {
    const text = argumentsText(value);
    if (text !== '') call.arguments.replace(text);
  }

  function report(entry: OpenCall): Part[] {
    if (entry.reported) return [];
    entry.reported = true;
    return wholeCall(entry.call, entry.index, {});
  }

  const isSame = ({ call }: OpenCall, item: JsonObject) =>
    call.name === asText(callBody(item).name) &&
    call.arguments.isRepeatedBy(argumentsText(argumentsIn(callBody(item))));

  /** Tells whether an item may be a call that is known, of which perhaps only the name has arrived. */
  function isLike({ call }: OpenCall, item: JsonObject): boolean {
    const name = asText(callBody(item).name) ?? '';
    const text = argumentsText(argumentsIn(callBody(item)));
    return (
      (name === '' || call.name === '' || name === call.name) &&
      (text === '' || call.arguments.isEmpty || call.arguments.isRepeatedBy(text))
    );
  }

  /** Returns the call whose item begins, or is repeated as a whole. */
  function itemCall(place: CallPlace, item: JsonObject, isEnd: boolean): OpenCall {
    const id = idOf(item);
    const named = ofItem(place);
    const ofId = named?.call.id === id ? named : id === null ? undefined : byId.get(id)?.at(-1);
    const known = ofId ?? named ?? byPlace.get(place.at);
    if (known === undefined) return begin(place);
    const hasOtherId = ofId === undefined && id !== null && known.call.id !== '';
    if (hasOtherId && !isEnd) return begin(place);
    const isOpen = !hasOtherId && !known.reported && (isEnd || !known.isBegun);
    return isOpen || isLike(known, item) ? known : begin(place);
  }

  function done(entry: OpenCall, item: JsonObject): Part[] {
    if (entry.reported) return [];
    noteItem(entry, item);
    replaceArguments(entry, argumentsIn(callBody(item)));
    return report(entry);
  }

  return {
    count: () => calls.length,
    begin(place: CallPlace, item: JsonObject): Part[] {
      const entry = itemCall(place, item, false);
      entry.isBegun = true;
      byPlace.set(place.at, entry);
      noteItem(entry, item);
      const text = argumentsText(argumentsIn(callBody(item)));
      const added = entry.call.arguments.isEmpty ? entry.call.arguments.add(text) : '';
      const { id, name } = entry.call;
      return [{ type: 'tool-delta', index: entry.index, id, name, ...(added === '' ? {} : { arguments: added }) }];
    },
    delta(place: CallPlace, piece: string): Part[] {
      const entry = open(place, piece);
      if (piece === '' || entry.reported) return [];
      const added = entry.call.arguments.add(piece);
      return added === '' ? [] : [{ type: 'tool-delta', index: entry.index, arguments: added }];
    },
    /** Takes the whole arguments; they take precedence over the joined deltas. */
    argumentsDone(place: CallPlace, event: JsonObject): Part[] {
      const text = argumentsText(argumentsIn(event));
      const entry = open(place, text);
      if (text !== '') entry.call.arguments.replace(text);
      entry.call.name ||= asText(event.name) ?? '';
      return [];
    },
    /** Takes the whole call at the end of its item. The same call is reported once. */
    done: (place: CallPlace, item: JsonObject): Part[] => done(itemCall(place, item, true), item),
    /**
     * Returns what takes the calls of the last document, one by one: the nth of an id is the nth that arrived with it,
     * and one of an unknown id is the nth call where it says the same.
     */
    last(): (item: JsonObject) => Part[] {
      const turns = new Map<string | null, number>();
      const before = [...calls];
      let nth = 0;
      return (item) => {
        const id = idOf(item);
        const turn = turns.get(id) ?? 0;
        turns.set(id, turn + 1);
        const ofId = id === null ? undefined : byId.get(id);
        const alike = ofId ? undefined : before[nth];
        nth += 1;
        const isAlike = alike !== undefined && (id === null || isSame(alike, item));
        return done(ofId?.[turn] ?? (isAlike ? alike : begin({ itemId: null, at: `last ${nth}` })), item);
      };
    },
    /** Call once. `cut`: the response is known to be incomplete. */
    end: (cut: boolean): Part[] => [...calls.flatMap(report), ...(cut && calls.length > 0 ? [truncatedCalls] : [])],
  };
}
