import type { Silence } from '#shared/protocol/part.ts';
import { endpointName, stalled } from '../http/network-failure.ts';
import type { HttpResponse } from '../http/response.ts';
import type { OutgoingRequest } from '../http/send.ts';
import type { Clock } from '../ports.ts';
import type { LiveRun } from './live-run.ts';

/** How long a response may stay without content, in milliseconds: before its first chunk, and between two. */
export interface ContentLimits {
  firstMs: number;
  nextMs: number;
}

interface Listener {
  /** Called once a second while there is no content. */
  onSilent(silence: Silence): void;
  /** Called once: no content within the limit although bytes arrived since the last content. */
  onStall(silence: Silence, limitMs: number): void;
}

/** Shorter silence is not reported. */
const shownFromMs = 5000;
const tickMs = 1000;
/** A timer that is this late was not slow: the computer slept. */
const sleptMs = 15_000;

/**
 * The second timeout of a response. The first one ends a connection on which no byte arrives; keep-alive comments and
 * pings reset it forever. This one runs while nothing of the reply itself arrives. Time not spent waiting for bytes
 * does not count. Where no byte arrived since the last content, the first timeout ends the connection.
 */
export class ContentClock {
  readonly #clock: Clock;
  readonly #limits: ContentLimits;
  readonly #listener: Listener;
  #contentAt: number;
  #bytesAt: number;
  #restingSince: number | null = null;
  #limitMs: number;
  #mark = 0;
  #timer: NodeJS.Timeout | undefined;
  #confirming: NodeJS.Immediate | undefined;

  /** Starts immediately. */
  constructor(clock: Clock, limits: ContentLimits, listener: Listener) {
    this.#clock = clock;
    this.#limits = limits;
    this.#listener = listener;
    this.#limitMs = limits.firstMs;
    this.#contentAt = clock.monotonic();
    this.#bytesAt = this.#contentAt;
    this.#arm();
  }

  /**
   * Notes that bytes arrived and are being processed: the clock rests until `wait`.
   *
   * @param mark differs from the last one when there was content among them (see `Reader`).
   */
  noteBytes(mark: number): void {
    const now = this.#clock.monotonic();
    this.#bytesAt = now;
    if (mark !== this.#mark) {
      this.#mark = mark;
      this.#contentAt = now;
      this.#limitMs = this.#limits.nextMs;
    }
    this.#restingSince = now;
  }

  /** Notes that the next bytes are being waited for. */
  wait(): void {
    if (this.#restingSince !== null) this.#shift(this.#clock.monotonic() - this.#restingSince);
    this.#restingSince = null;
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#confirming);
  }

  /** Excludes time from the measurement. */
  #shift(ms: number): void {
    this.#contentAt += ms;
    this.#bytesAt += ms;
  }

  #arm(): void {
    const leftMs = this.#contentAt + this.#limitMs - this.#clock.monotonic();
    const delayMs = leftMs > 0 ? Math.min(tickMs, leftMs) : tickMs;
    const due = this.#clock.monotonic() + delayMs;
    this.#timer = setTimeout(() => {
      const lateMs = this.#clock.monotonic() - due;
      if (lateMs > sleptMs) this.#shift(lateMs);
      // Data that the system already has is read first: this process may have been the busy one.
      this.#confirming = setImmediate(() => this.#check());
    }, delayMs);
  }

  #check(): void {
    const now = this.#clock.monotonic();
    const silence = { contentMs: now - this.#contentAt, bytesMs: now - this.#bytesAt };
    if (this.#restingSince === null) {
      if (silence.contentMs >= this.#limitMs && this.#bytesAt > this.#contentAt) {
        this.#listener.onStall(silence, this.#limitMs);
        return;
      }
      if (silence.contentMs >= shownFromMs) this.#listener.onSilent(silence);
    }
    this.#arm();
  }
}

interface Watched {
  clock: Clock;
  live: Pick<LiveRun, 'emit'>;
  wire: Pick<OutgoingRequest, 'to' | 'deadlines'>;
}

/**
 * Ends a response whose connection is alive and whose content is not, and meanwhile reports how long it has been
 * silent.
 */
export function watchContent(response: Pick<HttpResponse, 'stop'>, { clock, live, wire }: Watched): ContentClock {
  const { headersMs, idleMs } = wire.deadlines;
  // Gateways that keep a connection alive send the headers at once, and the first content when their provider delivers
  // some.
  const limits = { firstMs: Math.max(headersMs, idleMs), nextMs: idleMs };
  return new ContentClock(clock, limits, {
    onSilent: (silence) => live.emit({ type: 'progress', stage: 'receiving', silence }),
    onStall: (silence, limitMs) => response.stop(stalled(endpointName(wire.to.host, wire.to.port), silence, limitMs)),
  });
}
