import type { Clock } from '../ports.ts';
import type { LiveRun } from './live-run.ts';

/** How often the number of events is reported, in milliseconds. */
const everyMs = 250;

/**
 * Returns a function that reports how many events of a response have arrived, not more often than a page can show it.
 * The end of the run says how many there were.
 */
export function createEventProgress(live: Pick<LiveRun, 'emit'>, clock: Pick<Clock, 'monotonic'>) {
  let reported = { events: 0, atMs: clock.monotonic() };
  return (events: number): void => {
    const atMs = clock.monotonic();
    if (events === reported.events || atMs - reported.atMs < everyMs) return;
    reported = { events, atMs };
    live.emit({ type: 'progress', stage: 'receiving', events });
  };
}
