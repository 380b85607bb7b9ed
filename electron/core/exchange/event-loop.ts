import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a task may run before it yields. */
const turnMs = 8;

const countLoopTurns = () => performance.nodeTiming.uvMetricsInfo.loopCount;

/**
 * Lets work on bytes that arrive faster than they are processed yield: the network delivers megabytes in one turn of
 * the event loop, and awaiting each of them alone blocks everything else.
 */
export class EventLoopShare {
  #since = performance.now();
  #turn = countLoopTurns();

  /** True when it is time to yield: then await `next`. Time spent waiting for bytes does not count. */
  get isOver(): boolean {
    if (performance.now() - this.#since <= turnMs) return false;
    if (countLoopTurns() === this.#turn) return true;
    this.#begin();
    return false;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#begin();
  }

  #begin(): void {
    this.#since = performance.now();
    this.#turn = countLoopTurns();
  }
}
