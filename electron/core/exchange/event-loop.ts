import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long something may go on before others have their turn. */
const turnMs = 8;

const countLoopTurns = () => performance.nodeTiming.uvMetricsInfo.loopCount;

/**
 * For work on bytes that come faster than they are worked on: the network hands over megabytes in one turn of the loop, and
 * whoever waits for each of them with `await` alone keeps everything else waiting.
 */
export class EventLoopShare {
  #since = performance.now();
  #turn = countLoopTurns();

  /** It is time to let others have their turn: then wait for `next`. Time in which bytes were waited for does not count. */
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
