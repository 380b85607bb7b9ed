import { createTransportEnd, type Envelope, type Transport } from './transport.ts';

/** A WebSocket of a browser, of Node or of the `ws` package. */
export interface SocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
}

const open = 1;

export interface SocketTransportOptions {
  /**
   * Refuse values that JSON cannot represent, and report their path, instead of sending something else. For development
   * and tests: it walks every message.
   */
  strict?: boolean;
}

/** Creates a transport over an open WebSocket: one envelope per text frame. It owns the socket from here on. */
export function socketTransport(socket: SocketLike, { strict = false }: SocketTransportOptions = {}): Transport {
  const end = createTransportEnd();
  const close = () => {
    end.end();
    socket.close();
  };

  socket.addEventListener('message', (event) => {
    const message = read(event.data);
    // A frame that cannot be read is a lost message, and a transport that loses messages is broken.
    if (message === undefined) close();
    else end.deliver(message);
  });
  socket.addEventListener('close', () => end.end());
  // Without a listener `ws` throws; a close follows every error.
  socket.addEventListener('error', () => {});
  if (socket.readyState !== open) end.end();

  return {
    ...end.listen,
    post(message) {
      if (end.closed || socket.readyState !== open) return;
      const problem = strict ? firstUncarriable(message, 'message') : null;
      if (problem) throw new TypeError(`JSON cannot carry this message: ${problem}`);
      socket.send(JSON.stringify(message));
    },
    close,
  };
}

function read(data: unknown): Envelope | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    return JSON.parse(data) as Envelope;
  } catch {
    return undefined;
  }
}

/** Deeper nesting is refused: it parses, and then fails later where nothing expects it. */
const maxDepth = 500;

/**
 * Finds the first place in a value that would not survive a JSON round trip: `undefined` in an array, `NaN`, a bigint,
 * bytes, a date, a map, a function, a class instance, a cycle. Returns `null` when there is none.
 */
export function firstUncarriable(value: unknown, place = 'value', depth = 0): string | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${place} is ${value}`;
  if (typeof value !== 'object') return `${place} is a ${typeof value}`;
  if (depth > maxDepth) return `${place} is nested too deeply or contains itself`;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = firstUncarriable(value[index], `${place}[${index}]`, depth + 1);
      if (found) return found;
    }
    return null;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    return `${place} is a ${value.constructor?.name ?? 'class instance'}`;
  for (const [key, inner] of Object.entries(value)) {
    // In every contract type, a property that is undefined equals one that is absent.
    if (inner === undefined) continue;
    const found = firstUncarriable(inner, `${place}.${key}`, depth + 1);
    if (found) return found;
  }
  return null;
}
