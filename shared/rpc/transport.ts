import type { Failure } from '../protocol/failure.ts';

/**
 * The connection between page and core: any two-way channel of plain, structured-cloneable objects. Messages arrive in
 * order and whole. `post` throws when the message contains something that the transport cannot carry, and does nothing
 * after it is closed.
 */
export interface Transport {
  post(message: Envelope): void;
  /** Both return a function that removes the listener. */
  onMessage(listener: (message: Envelope) => void): () => void;
  onClose(listener: () => void): () => void;
  close(): void;
}

/** Client to core. `name` is `area.entry`. */
export type CallMessage =
  | { kind: 'open'; id: number; name: string; input: unknown }
  | { kind: 'push'; id: number; value: unknown }
  | { kind: 'push-end'; id: number }
  /** The client has read `count` more values. */
  | { kind: 'credit'; id: number; count: number }
  | { kind: 'cancel'; id: number };

/** Core to client. */
export type ReplyMessage =
  | { kind: 'values'; id: number; values: unknown[] }
  | { kind: 'end'; id: number; value?: unknown }
  | { kind: 'fail'; id: number; failure: Failure };

export type Envelope = CallMessage | ReplyMessage;

/** Values that a stream may have posted before the client has read them. */
export const creditLimit = 64;

/** One end of a transport, as its implementation sees it. */
export interface TransportEnd {
  readonly closed: boolean;
  /** Passes a message to the listeners, or queues it until there is one. */
  deliver(message: Envelope): void;
  /** Calls every close listener once. Nothing is delivered afterwards. */
  end(): void;
  readonly listen: Pick<Transport, 'onMessage' | 'onClose'>;
}

/**
 * What all transports share: ordering, queueing of messages that arrive before the first listener, and one close event.
 */
export function createTransportEnd(): TransportEnd {
  const messageListeners = new Set<(message: Envelope) => void>();
  const closeListeners = new Set<() => void>();
  let early: Envelope[] = [];
  let closed = false;

  return {
    get closed() {
      return closed;
    },
    deliver(message) {
      if (closed) return;
      if (messageListeners.size === 0) early.push(message);
      for (const listener of messageListeners) listener(message);
    },
    end() {
      if (closed) return;
      closed = true;
      early = [];
      for (const listener of closeListeners) listener();
      closeListeners.clear();
      messageListeners.clear();
    },
    listen: {
      onMessage(listener) {
        if (!closed) messageListeners.add(listener);
        const waiting = early;
        early = [];
        for (const message of waiting) listener(message);
        return () => messageListeners.delete(listener);
      },
      onClose(listener) {
        if (closed) queueMicrotask(listener);
        else closeListeners.add(listener);
        return () => closeListeners.delete(listener);
      },
    },
  };
}

/** Creates two connected in-memory transports that copy messages and deliver them later, like real ones. */
export function createPair(): [Transport, Transport] {
  const first = createTransportEnd();
  const second = createTransportEnd();
  return [end(first, second), end(second, first)];
}

function end(here: TransportEnd, there: TransportEnd): Transport {
  return {
    ...here.listen,
    post(message) {
      if (here.closed) return;
      const copy = structuredClone(message);
      queueMicrotask(() => there.deliver(copy));
    },
    close() {
      here.end();
      queueMicrotask(() => there.end());
    },
  };
}
