import { createTransportEnd, type TransportEnd } from './stream.ts';
import type { Transport } from './transport.ts';

/** Two ends of a wire in memory, with the copying and the later delivery of a real one. */
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
