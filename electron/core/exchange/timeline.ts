import type { Part, Timeline, Usage } from '#shared/protocol/part.ts';
import type { Mark, TrafficBytes } from '../http/send.ts';
import type { Clock } from '../ports.ts';
import type { Warning } from '../verdict/verdict.ts';

/** Records the times of one attempt, in milliseconds after its start, on the monotonic clock. */
export class TimelineRecorder {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #zero: number;
  readonly #marks: Record<Mark | 'firstToken', number | null> = {
    dns: null,
    connect: null,
    tls: null,
    sent: null,
    headers: null,
    firstByte: null,
    firstToken: null,
  };
  #chunks = 0;
  #lastChunkMs: number | null = null;
  #longestGapMs: number | null = null;
  #endMs: number | null = null;
  #wireBytes = (): TrafficBytes => ({ sent: 0, received: 0 });

  constructor(clock: Clock, startedAt: number) {
    this.#clock = clock;
    this.#startedAt = startedAt;
    this.#zero = clock.monotonic();
  }

  /** Now, in milliseconds after the start. */
  get nowMs(): number {
    return this.#clock.monotonic() - this.#zero;
  }

  mark(what: Mark | 'firstToken'): void {
    this.#marks[what] ??= this.nowMs;
  }

  countWith(wireBytes: () => TrafficBytes): void {
    this.#wireBytes = wireBytes;
  }

  /** Bytes on the connection so far. */
  get wireBytes(): TrafficBytes {
    return this.#wireBytes();
  }

  /** Notes that a chunk of the response arrived; returns when. */
  chunk(): number {
    const now = this.nowMs;
    this.#chunks += 1;
    if (this.#lastChunkMs !== null) this.#longestGapMs = Math.max(this.#longestGapMs ?? 0, now - this.#lastChunkMs);
    this.#lastChunkMs = now;
    return now;
  }

  end(): void {
    this.#endMs ??= this.nowMs;
  }

  get timeline(): Timeline {
    const { dns, connect, tls, sent, headers, firstByte, firstToken } = this.#marks;
    const bytes = this.#wireBytes();
    return {
      startedAt: this.#startedAt,
      dnsMs: dns,
      connectMs: connect,
      tlsMs: tls,
      sentMs: sent,
      headersMs: headers,
      firstByteMs: firstByte,
      firstTokenMs: firstToken,
      endMs: this.#endMs,
      chunks: this.#chunks,
      longestGapMs: this.#longestGapMs,
      sentBytes: bytes.sent,
      receivedBytes: bytes.received,
    };
  }
}

/** Collects what the summary of an exchange needs from its parts. */
export class ExchangeStats {
  readonly #times: TimelineRecorder;
  readonly warnings: Warning[] = [];
  usage: Usage | null = null;
  /** Final images, and the length of transcribed audio in seconds. */
  readonly produced: { images: number; audioSeconds: number | null } = { images: 0, audioSeconds: null };
  /** The response is a series of events. */
  streamed = false;
  /** Of visible text. */
  characters = 0;
  events = 0;
  /** Decoded and redacted. */
  bodyBytes = 0;

  constructor(times: TimelineRecorder) {
    this.#times = times;
  }

  note(part: Part): void {
    switch (part.type) {
      case 'text-delta':
        this.characters += part.text.length;
        this.#times.mark('firstToken');
        break;
      case 'reasoning-delta':
      case 'refusal-delta':
      case 'tool-delta':
      case 'tool-call':
        this.#times.mark('firstToken');
        break;
      case 'answer-start':
        this.streamed = part.streamed;
        break;
      case 'warning':
        this.warnings.push({ code: part.code, message: part.message });
        break;
      case 'image':
        if (part.partial === undefined) this.produced.images += 1;
        break;
      case 'transcript':
        this.produced.audioSeconds = part.duration;
        break;
      case 'usage-report': {
        const { type: _type, raw: _raw, ...usage } = part;
        this.usage = usage;
      }
    }
  }
}
