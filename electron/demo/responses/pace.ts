import { setImmediate, setTimeout } from 'node:timers/promises';

/** Nobody waits longer than this for an answer that is not streamed. */
const longestWholeMs = 3000;
/** Timers are no finer than this; shorter waits add up until they are worth one. */
const shortestWaitMs = 4;

/**
 * Makes a function that waits as long as generating some tokens takes. The pace may change while an answer plays. A
 * client that reads slowly is not caught up with in a burst. At pace 0 it only lets other work have its turn.
 */
export function createPace(
  tokensPerSecond: () => number,
  signal: AbortSignal,
): (tokens: number, isWhole: boolean) => Promise<void> {
  let dueAt = performance.now();
  let steps = 0;
  return async (tokens, isWhole) => {
    const pace = tokensPerSecond();
    const now = performance.now();
    if (pace > 0 && tokens > 0) {
      const costMs = (tokens * 1000) / pace;
      dueAt = Math.max(dueAt, now - 50) + (isWhole ? Math.min(longestWholeMs, costMs) : costMs);
      if (dueAt - now >= shortestWaitMs) return setTimeout(dueAt - now, undefined, { signal });
    }
    if (++steps % 64 === 0) await setImmediate(undefined, { signal });
  };
}
