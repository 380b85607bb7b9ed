import type { Envelope, Transport } from './transport.ts';

/** One end of a transport, as its implementation sees it. */
export interface TransportEnd {
  readonly closed: boolean;
  /** Gives a message to the listeners, or queues it until there is one. */
  deliver(message: Envelope): void;
  /** Calls every close listener once. Nothing is delivered afterwards. */
  end(): void;
  readonly listen: Pick<Transport, 'onMessage' | 'onClose'>;
}

/** What all transports share: order, messages that arrive before the first listener, and one close event. */
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
