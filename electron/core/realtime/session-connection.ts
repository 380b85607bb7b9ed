import { Buffer } from 'node:buffer';
import type { WebSocket } from 'ws';
import type { SessionPart } from '#shared/contract/realtime.ts';
import { closeMeaning } from '#shared/protocol/realtime-closes.ts';
import type { Clock } from '../ports.ts';
import type { JsonFields } from '../readers/session/json-fields.ts';
import type { SessionRecord } from './record/session-record.ts';
import { Socket, type SocketEnd } from './socket/socket.ts';
import { badFrameLimit, type SessionTimings } from './timings.ts';

export type ServerEvent = { type: string; fields: JsonFields };

export interface ConnectionEvents {
  /** A frame came and was recorded; `event` is `null` for what is none. */
  onFrame(parts: readonly SessionPart[], event: ServerEvent | null): void;
}

interface Hearing {
  isIt(event: ServerEvent): boolean;
  resolve(event: ServerEvent | null): void;
}

/** The connections of a session, one after the other: whatever passes over them is recorded before anything else happens. */
export class SessionConnection {
  readonly #record: SessionRecord;
  readonly #timings: SessionTimings;
  readonly #clock: Clock;
  readonly #events: ConnectionEvents;
  readonly #hearings = new Set<Hearing>();
  #link: Socket | null = null;
  #badFrames = 0;
  socket = 0;

  constructor(record: SessionRecord, timings: SessionTimings, clock: Clock, events: ConnectionEvents) {
    this.#record = record;
    this.#timings = timings;
    this.#clock = clock;
    this.#events = events;
  }

  get isOpen(): boolean {
    return this.#link !== null;
  }

  get hasRoom(): boolean {
    return this.#link?.hasRoom ?? false;
  }

  get waitingBytes(): number {
    return this.#link?.waitingBytes ?? 0;
  }

  /** Takes an open socket over. Resolves when it has ended. */
  open(socket: WebSocket): Promise<SocketEnd> {
    return new Promise((resolve) => {
      this.#link = new Socket(socket, this.#timings, this.#clock, {
        onMessage: (data, isBinary) => this.#onMessage(data, isBinary),
        onPing: (dir, size) => this.#control('ping', dir, size, null),
        onPong: (dir, size, rttMs) => this.#control('pong', dir, size, rttMs),
        onEnd: (end) => {
          this.#link = null;
          for (const hearing of this.#hearings) hearing.resolve(null);
          this.#onEnd(end);
          resolve(end);
        },
      });
    });
  }

  /** False when there is no connection. */
  send(text: string): boolean {
    if (!this.#link) return false;
    this.#link.send(text);
    const size = Buffer.byteLength(text);
    this.#record.recording.facts.sentBytes += size;
    this.#record.frame({ dir: 'out', op: 'text', size, data: text, socket: this.socket });
    return true;
  }

  /** The next event of a kind; `null` when the connection ends first, or none comes in time. */
  hear(isIt: (event: ServerEvent) => boolean, limitMs: number): Promise<ServerEvent | null> {
    return new Promise((resolve) => {
      const hearing: Hearing = {
        isIt,
        resolve: (event) => {
          clearTimeout(timer);
          this.#hearings.delete(hearing);
          resolve(event);
        },
      };
      const timer = setTimeout(() => hearing.resolve(null), limitMs);
      this.#hearings.add(hearing);
      if (!this.#link) hearing.resolve(null);
    });
  }

  close(code: number, reason: string): void {
    this.#link?.close(code, reason);
  }

  /** Asks the other side for a sign of life now. */
  lookAlive(): void {
    this.#link?.ping(this.#timings.wakeMs);
  }

  cut(): void {
    this.#link?.cut();
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    this.#record.recording.facts.receivedBytes += data.length;
    const frame = isBinary
      ? ({ op: 'binary', data: data.toString('base64') } as const)
      : ({ op: 'text', data: data.toString('utf8') } as const);
    const parts = this.#record.frame({ dir: 'in', size: data.length, socket: this.socket, ...frame });
    const { event } = this.#record;
    if (event === null) this.#badFrames += 1;
    this.#events.onFrame(parts, event);
    if (event) for (const hearing of [...this.#hearings]) if (hearing.isIt(event)) hearing.resolve(event);
    if (this.#badFrames === badFrameLimit) this.close(1007, `${badFrameLimit} frames that are no events`);
  }

  #control(op: 'ping' | 'pong', dir: 'in' | 'out', size: number, rttMs: number | null): void {
    const rtt = rttMs === null ? {} : { rtt: Math.round(rttMs * 100) / 100 };
    this.#record.frame({ dir, op, size, data: '', socket: this.socket, ...rtt });
  }

  #onEnd({ code, reason, byUs }: SocketEnd): void {
    const { socket } = this;
    if (code !== 1006 && code !== 1005)
      this.#record.frame({
        dir: byUs ? 'out' : 'in',
        op: 'close',
        size: reason.length + 2,
        data: reason,
        code,
        socket,
      });
    const { meaning } = closeMeaning(code);
    this.#record.note({ type: 'closed', code, reason, meaning, byUs, socket });
  }
}
