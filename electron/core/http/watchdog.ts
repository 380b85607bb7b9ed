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
  #confirming: NodeJS.Immediate | undefined;

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
    clearImmediate(this.#confirming);
  }

  #arm(delayMs: number): void {
    const due = this.#clock.monotonic() + delayMs;
    this.#timer = setTimeout(() => {
      const late = this.#clock.monotonic() - due;
      // What the system holds ready is read first: this process may have been the one that was busy.
      if (this.#leftMs() < 1) this.#confirming = setImmediate(() => this.#look(late));
      else this.#look(late);
    }, delayMs);
  }

  #leftMs(): number {
    return this.#waiting ? this.#limitMs - (this.#clock.monotonic() - this.#heardAt) : this.#limitMs;
  }

  #look(lateMs: number): void {
    const left = this.#leftMs();
    if (left >= 1) this.#arm(left);
    else if (lateMs > sleptMs && !this.#slept) {
      this.#slept = true;
      const grace = Math.min(graceMs, this.#limitMs);
      this.#heardAt = this.#clock.monotonic() - this.#limitMs + grace;
      this.#arm(grace);
    } else this.#onSilence(this.#slept);
  }
}
