import { Buffer, isUtf8 } from 'node:buffer';
import type { WebSocket } from 'ws';
import type { SessionPart } from '#shared/contract/realtime.ts';
import { closeMeaning } from '#shared/protocol/realtime-closes.ts';
import type { Clock } from '../ports.ts';
import { eventsWithin, type FrameLine, type JsonFields, readServerEvent } from '../readers/session/session-line.ts';
import type { SessionRecord } from './record/session-record.ts';
import { Socket, type SocketEnd } from './socket/socket.ts';
import { badFrameLimit, type SessionTimings } from './timings.ts';

export type ServerEvent = { type: string; fields: JsonFields };

interface EventWaiter {
  matches(event: ServerEvent): boolean;
  resolve(event: ServerEvent | null): void;
}

export type SessionConnection = ReturnType<typeof createSessionConnection>;

const severalEvents = 'The gateway sends several events in one frame. Each is shown as a frame of its own.';

/**
 * Manages the connections of a session, one after the other: everything that passes over them is recorded before
 * anything else happens.
 *
 * @param onFrame receives each recorded frame; `event` is `null` for a frame that is not an event.
 */
export function createSessionConnection(
  record: SessionRecord,
  timings: SessionTimings,
  clock: Clock,
  onFrame: (parts: readonly SessionPart[], event: ServerEvent | null) => void,
) {
  const waiters = new Set<EventWaiter>();
  let open: Socket | null = null;
  let badFrames = 0;
  let heard = false;
  /** A frame had several events. */
  let isSplit = false;

  function onMessage(data: Buffer, isBinary: boolean): void {
    record.recording.facts.receivedBytes += data.length;
    const content = contentOf(data, isBinary);
    const events = content.op === 'text' ? eventsWithin(content.data) : null;
    if (events === null) takeFrame({ ...content, size: data.length }, isBinary);
    else {
      if (!isSplit) record.note({ type: 'warning', code: 'items-odd', message: severalEvents });
      isSplit = true;
      for (const text of events) takeFrame({ ...content, data: text, size: Buffer.byteLength(text) }, isBinary);
    }
  }

  function takeFrame(content: Pick<FrameLine, 'op' | 'data' | 'binary' | 'size'>, isBinary: boolean): void {
    const parts = record.frame({ dir: 'in', socket: connection.socket, ...content });
    const { event } = record;
    if (event) heard = true;
    if (event === null && !isBinary) badFrames += 1;
    onFrame(parts, event);
    if (event) for (const waiter of [...waiters]) if (waiter.matches(event)) waiter.resolve(event);
    if (badFrames === badFrameLimit) open?.close(1007, `${badFrameLimit} frames that aren't events`);
  }

  function onControl(op: 'ping' | 'pong', dir: 'in' | 'out', size: number, rttMs: number | null): void {
    const rtt = rttMs === null ? {} : { rtt: Math.round(rttMs * 100) / 100 };
    record.frame({ dir, op, size, data: '', socket: connection.socket, ...rtt });
  }

  function onEnd({ code, reason, byUs }: SocketEnd): void {
    open = null;
    for (const waiter of waiters) waiter.resolve(null);
    const { socket } = connection;
    if (code !== 1006 && code !== 1005)
      record.frame({ dir: byUs ? 'out' : 'in', op: 'close', size: reason.length + 2, data: reason, code, socket });
    record.note({ type: 'closed', code, reason, meaning: closeMeaning(code).meaning, byUs, socket });
  }

  const connection = {
    /** Number of the connection in its session. */
    socket: 0,
    isOpen: (): boolean => open !== null,
    /** Whether the gateway has sent any event, on any connection. */
    hasEvents: (): boolean => heard,
    hasRoom: (): boolean => open?.hasRoom ?? false,
    waitingBytes: (): number => open?.waitingBytes ?? 0,
    /** Takes over an open socket. Resolves when it has ended. */
    open: (socket: WebSocket): Promise<SocketEnd> =>
      new Promise((resolve) => {
        open = new Socket(socket, timings, clock, {
          onMessage,
          onPing: (dir, size) => onControl('ping', dir, size, null),
          onPong: (dir, size, rttMs) => onControl('pong', dir, size, rttMs),
          onEnd: (end) => {
            onEnd(end);
            resolve(end);
          },
        });
      }),
    /** Returns false when there is no connection. */
    send(text: string): boolean {
      if (!open) return false;
      open.send(text);
      const size = Buffer.byteLength(text);
      record.recording.facts.sentBytes += size;
      record.frame({ dir: 'out', op: 'text', size, data: text, socket: connection.socket });
      return true;
    },
    /** Resolves with the next matching event; `null` when the connection ends first, or none arrives in time. */
    nextEvent: (matches: EventWaiter['matches'], limitMs: number): Promise<ServerEvent | null> =>
      new Promise((resolve) => {
        const waiter: EventWaiter = {
          matches,
          resolve: (event) => {
            clearTimeout(timer);
            waiters.delete(waiter);
            resolve(event);
          },
        };
        const timer = setTimeout(() => waiter.resolve(null), limitMs);
        waiters.add(waiter);
        if (!open) waiter.resolve(null);
      }),
    close: (code: number, reason: string): void => open?.close(code, reason),
    /** Pings the other side now. */
    checkAlive: (): void => open?.ping(timings.wakeMs),
    cut: (): void => open?.cut(),
  };
  return connection;
}

/**
 * Returns a frame as it is recorded. An event in a binary frame is an event: some proxies send all of them so
 * (BerriAI/litellm#28848).
 */
function contentOf(data: Buffer, isBinary: boolean): Pick<FrameLine, 'op' | 'data' | 'binary'> {
  const text = isBinary && !isUtf8(data) ? null : data.toString('utf8');
  if (text === null || (isBinary && readServerEvent(text) === null))
    return { op: 'binary', data: data.toString('base64') };
  return { op: 'text', data: text, ...(isBinary && { binary: true }) };
}
