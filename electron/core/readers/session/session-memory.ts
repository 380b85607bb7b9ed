import type { TurnLatency } from '#shared/contract/realtime.ts';
import { jsonText } from '../intake/json-value.ts';
import { type JsonFields, ownIn, type PartBody, textIn } from './session-line.ts';

/**
 * Names the items of servers that send no `item_id`: without a name, everything that both sides say would be one item.
 * What the model says belongs to its response, what the user said to the turn that was committed last.
 */
export class ItemIds {
  #responses = 0;
  #isAnswering = false;
  #turns = 1;
  #committed: string | null = null;
  readonly #ended = new Set<string>();
  #lastEnd: string | null = null;
  /** The response in progress, or the last one. */
  #response = '';

  responseStarted(id: string | null): void {
    this.#responses += 1;
    this.#isAnswering = true;
    this.#response = id ?? `response ${this.#responses}`;
  }

  /**
   * Returns false for the second end of a response: some servers send the name of its end, such as `response.failed`,
   * and then `response.done`.
   */
  responseEnded(id: string | null, type: string): boolean {
    const isSecond = id === null && !this.#isAnswering && this.#lastEnd !== null && this.#lastEnd !== type;
    const ended = id ?? (this.#isAnswering ? this.#response : `response without id ${this.#ended.size}`);
    this.#isAnswering = false;
    this.#lastEnd = type;
    if (isSecond || this.#ended.has(ended)) return false;
    this.#ended.add(ended);
    return true;
  }

  /** A turn of the user was committed; `''` where the server does not name it. */
  committed(itemId: string): void {
    this.#committed = itemId || null;
  }

  /** The transcript of a turn is complete: the next one without a name is of the next turn. */
  transcribed(): void {
    this.#turns += 1;
    this.#committed = null;
  }

  ofModel(itemId: string, event: JsonFields): string {
    if (itemId !== '') return itemId;
    const named = textIn(event, 'response_id');
    if (named !== null) return `${named} reply`;
    if (!this.#isAnswering) this.responseStarted(null);
    return `${this.#response} reply`;
  }

  ofPerson(itemId: string): string {
    return itemId || (this.#committed ?? `turn ${this.#turns}`);
  }
}

/** Ids of sent events that are remembered: a refusal follows soon. */
const mostEvents = 1000;

/** The types of sent events by their id, to tell what an error of the gateway is about. */
export class SentEvents {
  readonly #types = new Map<string, string>();

  note(id: string | null, type: string): void {
    if (id === null || id === '') return;
    this.#types.set(id, type);
    const [oldest] = this.#types.keys();
    if (this.#types.size > mostEvents && oldest !== undefined) this.#types.delete(oldest);
  }

  typeOf(id: string | null): string | null {
    return this.#types.get(id ?? '') ?? null;
  }
}

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

export type Mark = Exclude<keyof TurnLatency, 'turn'>;

const userMarks: ReadonlySet<Mark> = new Set(['typedMs', 'speechEndMs', 'committedMs']);

/**
 * Timestamps of one turn after the other. A turn begins with what the user does after a response has begun, or with a
 * response that nobody requested in this turn.
 */
export class TurnClock {
  #current: TurnLatency = empty(0);

  get turn(): number {
    return this.#current.turn;
  }

  /** Notes a time, the first of its kind in a turn; `null` when it was noted before. */
  mark(what: Mark, atMs: number): TurnLatency | null {
    const isOver = this.#current.doneMs !== null;
    if (isOver || (userMarks.has(what) && this.#current.responseMs !== null)) this.#next();
    else if (this.#current.turn === 0) this.#next();
    // Speaking again after a pause moves the end of speech; everything else happens once.
    if (this.#current[what] !== null && what !== 'speechEndMs') return null;
    this.#current = { ...this.#current, [what]: atMs };
    return this.#current;
  }

  #next(): void {
    this.#current = empty(this.#current.turn + 1);
  }
}

const empty = (turn: number): TurnLatency => ({
  turn,
  typedMs: null,
  speechEndMs: null,
  committedMs: null,
  responseMs: null,
  firstWordMs: null,
  firstAudioMs: null,
  doneMs: null,
});
