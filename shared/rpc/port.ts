import { createTransportEnd, type Envelope, type Transport } from './transport.ts';

type Listener = (event: { data: unknown }) => void;

interface Port {
  postMessage(message: unknown): void;
  start(): void;
  close(): void;
}

/** A MessagePort of a browser or of Node's worker_threads. */
interface TargetPort extends Port {
  addEventListener(type: string, listener: Listener): void;
}

/** Electron's MessagePortMain. */
interface EmitterPort extends Port {
  on(type: 'message', listener: Listener): unknown;
  on(type: 'close', listener: () => void): unknown;
}

export type PortLike = TargetPort | EmitterPort;

/** Creates a transport over a MessagePort of any kind. It owns the port from here on. */
export function portTransport(port: PortLike): Transport {
  const end = createTransportEnd();
  const onMessage: Listener = (event) => end.deliver(event.data as Envelope);
  const close = () => {
    end.end();
    port.close();
  };

  // Node's port has both interfaces; only the event target emits events with `data`.
  if ('addEventListener' in port) {
    port.addEventListener('message', onMessage);
    port.addEventListener('close', () => end.end());
    // A message that cannot be read is lost, and a transport that loses messages is broken.
    port.addEventListener('messageerror', close);
  } else {
    port.on('message', onMessage);
    port.on('close', () => end.end());
  }
  port.start();

  return {
    ...end.listen,
    post(message) {
      if (!end.closed) port.postMessage(message);
    },
    close,
  };
}
