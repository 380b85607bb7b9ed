import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long something may go on before others have their turn. */
const turnMs = 8;

/**
 * For work on bytes that come faster than they are worked on: the network hands over megabytes in one turn of the loop, and
 * whoever waits for each of them with `await` alone keeps everything else waiting.
 */
export class Turns {
  #since = performance.now();

  /** It is time to let others have their turn: then wait for `next`. */
  get isOver(): boolean {
    return performance.now() - this.#since > turnMs;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}
