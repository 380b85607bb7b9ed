import { type ComputerEvents, watchComputer } from '../host/watch-computer.ts';
import type { TaskParts } from './ports.ts';

interface EnvironmentEvents extends Required<ComputerEvents> {
  /** A connection or a key changed. */
  onChange(): void;
  /** Tasks that wait for free space, on disk or in memory, may try again. */
  onRoom(): void;
}

/**
 * Watches what tasks depend on.
 *
 * @returns a function that stops watching.
 */
export function watchEnvironment(
  { timings, clock, changes, networks }: Pick<TaskParts, 'timings' | 'clock' | 'changes' | 'networks'>,
  events: EnvironmentEvents,
): () => void {
  const leaving = new AbortController();
  let roomAt = clock.monotonic();
  const stop = watchComputer(
    { timings, clock, networks },
    {
      ...events,
      onTick() {
        if (clock.monotonic() - roomAt > timings.roomMs) {
          roomAt = clock.monotonic();
          events.onRoom();
        }
        events.onTick();
      },
    },
  );
  const listen = async () => {
    for await (const { area } of changes(leaving.signal))
      if (area === 'keys' || area === 'connections') events.onChange();
  };
  // It ends with the program, whose database may be closed before.
  listen().catch(() => {});
  return () => {
    stop();
    leaving.abort();
  };
}
