import { createLine, type Line } from './stream.ts';
import type { Wire } from './transport.ts';

/** Two ends of a wire in memory, with the copying and the later delivery of a real one. */
export function createPair(): [Wire, Wire] {
  const first = createLine();
  const second = createLine();
  return [end(first, second), end(second, first)];
}

function end(here: Line, there: Line): Wire {
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
