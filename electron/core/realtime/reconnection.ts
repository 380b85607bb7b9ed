import type { PartBody } from '../readers/session/session-line.ts';
import { type Break, waitBefore } from './break-rules.ts';
import type { SessionTimings } from './timings.ts';

/** Decides how long a session waits before it connects again, and waits. */
export class Reconnection {
  readonly #timings: SessionTimings;
  readonly #isOn: boolean;
  /** Attempts since a connection held. */
  #attempts = 0;
  /** A wait that the person chose. */
  #chosenMs: number | null = null;
  #wake: (() => void) | null = null;

  /** @param isOn connects again by itself after a break that may pass. */
  constructor(timings: SessionTimings, isOn: boolean) {
    this.#timings = timings;
    this.#isOn = isOn;
  }

  /** A connection that held for a while makes the next break a new one; a gateway that drops every session at once is not asked for ever. */
  noteLasted(ms: number): void {
    if (ms >= this.#timings.steadyMs) this.#attempts = 0;
  }

  /** The person breaks the connection for a while, or wants another one now. */
  choose(waitMs: number): void {
    this.#chosenMs = waitMs;
  }

  /** Ends a wait. */
  wake(): void {
    this.#wake?.();
  }

  /** How long to wait after a break; `null` when the session is over. */
  waitAfter(found: Break): number | null {
    const chosen = this.#chosenMs;
    this.#chosenMs = null;
    if (chosen !== null) return chosen;
    if (found.reconnect === 'now') return 0;
    if (!this.#isOn) return null;
    const waitMs = waitBefore(found, this.#attempts, this.#timings);
    this.#attempts += 1;
    return waitMs;
  }

  async pause(waitMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
    // Whoever wants to connect now has it.
    this.#chosenMs = null;
  }
}

/** The time between two connections of a session, and what was lost in it. */
export interface Gap {
  begin(): PartBody;
  /** Sound of the person that was never sent; it stays in the recording. */
  drop(ms: number): void;
  end(toMs: number): PartBody;
}

/** `cutResponse`: an answer was under way. */
export function createGap(fromMs: number, why: string, cutResponse: boolean): Gap {
  let droppedAudioMs = 0;
  const part = (toMs: number | null): PartBody => ({
    type: 'gap',
    fromMs,
    toMs,
    why,
    // Neither sound nor text is said again without the person.
    replayed: 'none',
    droppedAudioMs: Math.round(droppedAudioMs),
    cutAnswer: cutResponse,
  });
  return {
    begin: () => part(null),
    drop: (ms) => {
      droppedAudioMs += ms;
    },
    end: part,
  };
}
