import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { type Failure, failure } from '#shared/protocol/failure.ts';

/** Tells which share of its memory this program holds, from 0 to 1. Is asked before each send. */
export type MemoryPort = () => number;

/** Of a container, or of the whole computer; bytes. Asking the system for it takes longer than the rest: once is enough. */
const budgetBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Looks at what ends this program first: the heap of V8 against its limit, and all that is held against the memory there is. */
export const systemMemory: MemoryPort = () => {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return Math.max(used_heap_size / heap_size_limit, process.memoryUsage.rss() / budgetBytes);
};

const mostShare = 0.8;

/** Why nothing new is sent; `null` while there is memory left for it. What runs already needs the rest to come to its end. */
export function memoryProblem(share: number): Failure | null {
  if (share <= mostShare) return null;
  return failure(
    'memory',
    `Nothing was sent: Patchbay holds ${Math.round(share * 100)} % of the memory that it may use, and sends nothing new above 80 %.`,
    {
      hint: 'The request is kept. Let what runs come to its end or stop some of it, then send it again; if it stays so, start Patchbay again.',
      retryable: true,
    },
  );
}
