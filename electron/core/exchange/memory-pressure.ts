import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { type Failure, failure } from '#shared/protocol/failure.ts';

/** Returns the share of available memory that this program uses, from 0 to 1. Called before each send. */
export type MemoryPort = () => number;

/** Of a container, or of the whole computer; bytes. Read once, because the system call is slow. */
const budgetBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * Returns the higher share of what ends this program first: the V8 heap against its limit, and resident memory against
 * the available memory.
 */
export const systemMemory: MemoryPort = () => {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return Math.max(used_heap_size / heap_size_limit, process.memoryUsage.rss() / budgetBytes);
};

const mostShare = 0.8;

/** Returns why nothing new is sent; `null` while there is enough memory. Running requests need the rest to finish. */
export function memoryProblem(share: number): Failure | null {
  if (share <= mostShare) return null;
  return failure('memory', `Patchbay uses ${Math.round(share * 100)}% of its memory and sends nothing new above 80%.`, {
    effect: 'not-sent',
    hint: "Wait for running requests or stop some, then send again; if that doesn't help, restart Patchbay.",
    retryable: true,
  });
}
