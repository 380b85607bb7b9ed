import { Buffer } from 'node:buffer';
import type { WebSocket } from 'ws';
import type { Clock } from '../../ports.ts';
import { queueBytes, type SessionTimings } from '../timings.ts';

/** Maximum pings and pongs of a server per second. */
const controlLimit = 500;

/**
 * How a connection ended: by a close frame, by silence, by a message that is too large or not valid text, or without
 * notice.
 */
export interface SocketEnd {
  code: number;
  reason: string;
  /** Whether this side ended it. */
  byUs: boolean;
  why: 'closed' | 'silent' | 'too-large' | 'invalid' | 'lost';
}

interface SocketEvents {
  onMessage(data: Buffer, isBinary: boolean): void;
  onPing(direction: 'in' | 'out', size: number): void;
  /** `rttMs` for the pong to a ping of ours. */
  onPong(direction: 'in' | 'out', size: number, rttMs: number | null): void;
  /** Called exactly once, and nothing after it. */
  onEnd(end: SocketEnd): void;
}

/** One WebSocket of a session: keeps it alive, limits the send queue, and reports how it ended. */
export class Socket {
  readonly #socket: WebSocket;
  readonly #timings: SessionTimings;
  readonly #clock: Clock;
  readonly #events: SocketEvents;
  #pingedAt: number | null = null;
  #pinger: NodeJS.Timeout | undefined;
  #watcher: NodeJS.Timeout | undefined;
  #closer: NodeJS.Timeout | undefined;
  #why: SocketEnd | null = null;
  #controls = { second: 0, count: 0 };
  #over = false;

  constructor(socket: WebSocket, timings: SessionTimings, clock: Clock, events: SocketEvents) {
    this.#socket = socket;
    this.#timings = timings;
    this.#clock = clock;
    this.#events = events;
    socket.on('message', (data, isBinary) => this.#ifOpen(() => events.onMessage(asBuffer(data), isBinary)));
    socket.on('ping', (data) =>
      this.#control(() => {
        events.onPing('in', data.length);
        events.onPong('out', data.length, null);
      }),
    );
    socket.on('pong', (data) => this.#control(() => this.#onPong(data.length)));
    socket.on('error', (thrown) => this.#onError(thrown));
    socket.on('close', (code, reason) => this.#onClose(code, reason.toString('utf8')));
    this.#pinger = setInterval(() => {
      if (this.#pingedAt === null) this.ping();
    }, timings.pingMs);
    socket.resume();
  }

  /** Bytes that were written to the connection and not sent yet. */
  get waitingBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** False when there is no room for audio; text is always sent. */
  get hasRoom(): boolean {
    return this.#socket.bufferedAmount < queueBytes;
  }

  send(text: string): void {
    this.#socket.send(text, { binary: false, compress: false }, () => {});
  }

  /** Pings the server, again if a pong is still due; without a pong in time the connection is dropped, not closed. */
  ping(limitMs = this.#timings.pongMs): void {
    if (this.#over) return;
    clearTimeout(this.#watcher);
    this.#pingedAt = this.#clock.monotonic();
    this.#socket.ping(undefined, undefined, () => {});
    this.#events.onPing('out', 0);
    this.#watcher = setTimeout(() => {
      const waitedMs = this.#clock.monotonic() - (this.#pingedAt ?? 0);
      // Time asleep says nothing about the other side: it is pinged once more.
      if (waitedMs > limitMs + this.#timings.sleptMs) this.ping(limitMs);
      else this.#dropSilent();
    }, limitMs);
  }

  /** Closes gracefully; drops the connection when the other side does not respond. */
  close(code: number, reason: string): void {
    this.#why ??= { code, reason, byUs: true, why: 'closed' };
    this.#socket.close(code, reason);
    this.#dropSoon();
  }

  /** Drops the connection without a close frame. */
  cut(): void {
    this.#why ??= { code: 1006, reason: '', byUs: true, why: 'lost' };
    this.#socket.terminate();
  }

  #dropSilent(): void {
    this.#why ??= { code: 1006, reason: '', byUs: true, why: 'silent' };
    this.#socket.terminate();
  }

  #dropSoon(): void {
    this.#closer ??= setTimeout(() => this.#socket.terminate(), this.#timings.closeMs);
  }

  #ifOpen(work: () => void): void {
    if (!this.#over) work();
  }

  /** Handles a ping or a pong. Each is recorded, so a flood of them would block everything else. */
  #control(work: () => void): void {
    const second = Math.floor(this.#clock.monotonic() / 1000);
    if (second !== this.#controls.second) this.#controls = { second, count: 0 };
    this.#controls.count += 1;
    const { count } = this.#controls;
    if (count <= controlLimit) this.#ifOpen(work);
    if (count !== controlLimit + 1) return;
    this.#why ??= { code: 1002, reason: `over ${controlLimit} pings or pongs in a second`, byUs: true, why: 'invalid' };
    this.#socket.terminate();
  }

  #onPong(size: number): void {
    clearTimeout(this.#watcher);
    const rttMs = this.#pingedAt === null ? null : this.#clock.monotonic() - this.#pingedAt;
    this.#pingedAt = null;
    this.#events.onPong('in', size, rttMs);
  }

  #onError(thrown: Error): void {
    const code = 'code' in thrown ? String(thrown.code) : '';
    if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' || code === 'WS_ERR_TOO_MANY_BUFFERED_PARTS')
      this.#why ??= { code: 1009, reason: 'a message over 16 MiB', byUs: true, why: 'too-large' };
    else if (code === 'WS_ERR_INVALID_UTF8')
      this.#why ??= { code: 1007, reason: "a message that isn't text", byUs: true, why: 'invalid' };
    else if (code.startsWith('WS_ERR_'))
      this.#why ??= { code: 1002, reason: thrown.message.slice(0, 100), byUs: true, why: 'invalid' };
    // More of the invalid data may still be in transit; otherwise the connection was lost, which the close event
    // reports.
    if (this.#why) this.#dropSoon();
  }

  #onClose(code: number, reason: string): void {
    if (this.#over) return;
    this.#over = true;
    clearInterval(this.#pinger);
    clearTimeout(this.#watcher);
    clearTimeout(this.#closer);
    const lost = code === 1006 ? 'lost' : 'closed';
    this.#events.onEnd(this.#why ?? { code, reason, byUs: false, why: lost });
  }
}

function asBuffer(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
