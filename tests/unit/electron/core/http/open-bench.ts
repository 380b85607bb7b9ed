import { onTestFinished } from 'vitest';
import { all, type Bench, collect, never, type Ran, startBench } from '../../../../support/exchange/bench.ts';

/** A core's exchanges, until the end of the test. */
export function open(...given: Parameters<typeof startBench>): Bench {
  const bench = startBench(...given);
  onTestFinished(() => bench.close());
  return bench;
}

/** Sends the usual draft once and reads the response to its end. */
export const once = async (bench: Bench): Promise<Ran> =>
  collect(await all(bench.exchanges.perform(bench.draft(), { signal: never, repeat: false })));
