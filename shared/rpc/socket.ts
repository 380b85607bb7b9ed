import { firstUncarriable } from './carriable.ts';
import { createTransportEnd } from './stream.ts';
import type { Envelope, Transport } from './transport.ts';

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
   * Refuse, with the place, what JSON can not carry, instead of sending something else. For development and tests: it
   * walks every message.
   */
  strict?: boolean;
}

/** A wire over an open WebSocket: one envelope a text frame. The socket belongs to the wire from here on. */
export function socketTransport(socket: SocketLike, { strict = false }: SocketTransportOptions = {}): Transport {
  const end = createTransportEnd();
  const close = () => {
    end.end();
    socket.close();
  };

  socket.addEventListener('message', (event) => {
    const message = read(event.data);
    // A frame that can not be read is a message lost, and a wire that loses messages is broken.
    if (message === undefined) close();
    else end.deliver(message);
  });
  socket.addEventListener('close', () => end.end());
  // Without a listener `ws` throws; the close that follows every error says the rest.
  socket.addEventListener('error', () => {});
  if (socket.readyState !== open) end.end();

  return {
    ...end.listen,
    post(message) {
      if (end.closed || socket.readyState !== open) return;
      const problem = strict ? firstUncarriable(message, 'message') : null;
      if (problem) throw new TypeError(`JSON can not carry this message: ${problem}`);
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
