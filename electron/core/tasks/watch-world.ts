import type { TaskParts } from './ports.ts';

interface WorldEvents {
  /** Now and then. */
  onTick(): void;
  /** The computer slept, or its clock was set. */
  onWake(): void;
  /** A connection, a key or the networks of this computer changed. */
  onChange(): void;
  /** What waits for room on the disk may try again. */
  onRoom(): void;
}

/**
 * Watches what tasks depend on. Sleep shows as more wall time between two ticks than there should be.
 *
 * @returns ends it.
 */
export function watchWorld(
  { timings, clock, changes, networks }: Pick<TaskParts, 'timings' | 'clock' | 'changes' | 'networks'>,
  events: WorldEvents,
): () => void {
  const leaving = new AbortController();
  let known = networks();
  let tickedAt = clock.now();
  let roomAt = clock.monotonic();
  const timer = setInterval(() => {
    const now = clock.now();
    if (Math.abs(now - tickedAt) > timings.sleepMs) events.onWake();
    tickedAt = now;
    const present = networks();
    if (present !== known) events.onChange();
    known = present;
    if (clock.monotonic() - roomAt > timings.roomMs) {
      roomAt = clock.monotonic();
      events.onRoom();
    }
    events.onTick();
  }, timings.tickMs).unref();
  const listen = async () => {
    for await (const { area } of changes(leaving.signal))
      if (area === 'keys' || area === 'connections') events.onChange();
  };
  // It ends with the program, whose database may be closed before.
  listen().catch(() => {});
  return () => {
    clearInterval(timer);
    leaving.abort();
  };
}
