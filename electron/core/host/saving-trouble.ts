import type { Failure } from '#shared/protocol/failure.ts';
import { notSavedSince } from '../store/storage-failure.ts';

/** Why saving in the background fails, while it does: of exchanges, and of the results of long work. */
export function createSavingTrouble(onChange: () => void) {
  let exchanges: Failure | null = null;
  let results: Failure | null = null;
  return {
    ofExchanges(trouble: Failure | null): void {
      exchanges = trouble;
      onChange();
    },
    ofResults(cause: unknown): void {
      results = cause === null ? null : notSavedSince(cause, whatWaits);
      onChange();
    },
    /** The failure of results says more, and implies that of exchanges. */
    current: (): Failure | null => results ?? exchanges,
  };
}

const whatWaits =
  'Results of running checks, comparisons, tasks and sessions are in memory. Checks and comparisons send nothing more until there is space.';
