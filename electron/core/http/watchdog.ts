import type { Clock } from '../ports.ts';

/** A timer that is this late was not slow: the computer slept. */
const sleptMs = 15_000;
/** How much time a peer gets after the computer woke up. */
const graceMs = 5_000;

/**
 * Reports silence: nothing received for the limit while something was awaited. Durations are monotonic, and the time a
 * computer slept is not the peer's silence. Uses one timer, however often something is received.
 */
export class Watchdog {
  readonly #clock: Clock;
  readonly #onSilence: (slept: boolean) => void;
  #limitMs = 0;
  #receivedAt = 0;
  #waiting = false;
  #slept = false;
  #timer: NodeJS.Timeout | undefined;
  #confirming: NodeJS.Immediate | undefined;

  /** `onSilence` is called once; `slept` is true when the computer slept meanwhile. */
  constructor(clock: Clock, onSilence: (slept: boolean) => void) {
    this.#clock = clock;
    this.#onSilence = onSilence;
  }

  /** Starts counting silence, with a limit of `limitMs`. */
  start(limitMs: number): void {
    this.stop();
    this.#limitMs = limitMs;
    this.wait();
    this.#arm(limitMs);
  }

  /** Something is awaited: silence counts from now. */
  wait(): void {
    this.#receivedAt = this.#clock.monotonic();
    this.#waiting = true;
  }

  /** Nothing is awaited: silence does not count, because it is ours. */
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
      // Data that the system already has is read first: this process may have been the busy one.
      if (this.#leftMs() < 1) this.#confirming = setImmediate(() => this.#check(late));
      else this.#check(late);
    }, delayMs);
  }

  #leftMs(): number {
    return this.#waiting ? this.#limitMs - (this.#clock.monotonic() - this.#receivedAt) : this.#limitMs;
  }

  #check(lateMs: number): void {
    const left = this.#leftMs();
    if (left >= 1) this.#arm(left);
    else if (lateMs > sleptMs && !this.#slept) {
      this.#slept = true;
      const grace = Math.min(graceMs, this.#limitMs);
      this.#receivedAt = this.#clock.monotonic() - this.#limitMs + grace;
      this.#arm(grace);
    } else this.#onSilence(this.#slept);
  }
}
