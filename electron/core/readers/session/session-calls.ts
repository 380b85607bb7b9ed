import { jsonText } from '../intake/json-value.ts';
import { type JsonFields, ownIn, type PartBody, textIn } from './session-line.ts';

/** Collects the tool calls of a session, whose name, arguments and end may arrive in different events. */
export class SessionCalls {
  readonly #reported = new Set<string>();
  readonly #names = new Map<string, string>();
  /** Arguments that arrived as deltas, by item. */
  readonly #arguments = new Map<string, string>();

  named(itemId: string, name: string): void {
    this.#names.set(itemId, name);
  }

  delta(itemId: string, text: string): void {
    this.#arguments.set(itemId, (this.#arguments.get(itemId) ?? '') + text);
  }

  /** Reads an item that is complete. Returns nothing for one that is no call, or was reported before. */
  read(item: JsonFields): PartBody[] {
    const itemId = textIn(item, 'id') ?? '';
    const callId = textIn(item, 'call_id') ?? (itemId || null);
    if (textIn(item, 'type') !== 'function_call' || callId === null || this.#reported.has(callId)) return [];
    const name = textIn(item, 'name') ?? this.#names.get(itemId) ?? null;
    if (name === null) return [];
    this.#reported.add(callId);
    const given = ownIn(item, 'arguments');
    const whole = typeof given === 'string' ? given : typeof given === 'object' && given ? jsonText(given) : null;
    return [{ type: 'tool-call', itemId, callId, name, arguments: whole || (this.#arguments.get(itemId) ?? '') }];
  }
}
