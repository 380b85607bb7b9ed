import type { Clock } from '../ports.ts';

/** A timer that comes this much late was not slow: the computer slept. */
const sleptMs = 15_000;
/** What a peer gets to say after the computer woke. */
const graceMs = 5_000;

/**
 * Reports silence: nothing heard for the limit while something was waited for. Durations are monotonic, and the time a
 * computer slept is not the peer's silence. One timer, however often something is heard.
 */
export class Watchdog {
  readonly #clock: Clock;
  readonly #onSilence: (slept: boolean) => void;
  #limitMs = 0;
  #heardAt = 0;
  #waiting = false;
  #slept = false;
  #timer: NodeJS.Timeout | undefined;

  /** `onSilence` is called once; `slept` is true when the computer slept meanwhile. */
  constructor(clock: Clock, onSilence: (slept: boolean) => void) {
    this.#clock = clock;
    this.#onSilence = onSilence;
  }

  /** From now on silence of `limitMs` counts. */
  start(limitMs: number): void {
    this.stop();
    this.#limitMs = limitMs;
    this.wait();
    this.#arm(limitMs);
  }

  /** Something is waited for: silence counts from now. */
  wait(): void {
    this.#heardAt = this.#clock.monotonic();
    this.#waiting = true;
  }

  /** Nothing is waited for: silence does not count, because it is ours. */
  rest(): void {
    this.#waiting = false;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #arm(delayMs: number): void {
    const due = this.#clock.monotonic() + delayMs;
    this.#timer = setTimeout(() => this.#look(due), delayMs);
  }

  #look(due: number): void {
    const now = this.#clock.monotonic();
    const left = this.#waiting ? this.#limitMs - (now - this.#heardAt) : this.#limitMs;
    if (left >= 1) this.#arm(left);
    else if (now - due > sleptMs && !this.#slept) {
      this.#slept = true;
      this.#heardAt = now - this.#limitMs + Math.min(graceMs, this.#limitMs);
      this.#arm(Math.min(graceMs, this.#limitMs));
    } else this.#onSilence(this.#slept);
  }
}
