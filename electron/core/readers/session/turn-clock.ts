import type { TurnLatency } from '#shared/contract/realtime.ts';

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
