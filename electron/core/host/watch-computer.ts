import { networkInterfaces } from 'node:os';
import type { Clock } from '../ports.ts';

interface Watched {
  clock: Clock;
  /** Names of the networks that this computer is on; another text when that changed. */
  networks(): string;
  timings: {
    /** Milliseconds between two looks. */
    tickMs: number;
    /** More time than this between two looks means that the computer slept. */
    sleepMs: number;
  };
}

export interface ComputerEvents {
  /** The computer slept, or its clock was set. */
  onWake(): void;
  /** It is on other networks than before. */
  onNetwork(): void;
  /** After each look. */
  onTick?(): void;
}

/**
 * Watches this computer. Systems often say nothing of sleep; it shows as more wall time between two ticks than there
 * should be. A clock that was set looks the same, and looking after everything once more does no harm.
 *
 * @returns ends it.
 */
export function watchComputer({ clock, networks, timings }: Watched, events: ComputerEvents): () => void {
  let known = networks();
  let tickedAt = clock.now();
  const timer = setInterval(() => {
    const now = clock.now();
    const slept = Math.abs(now - tickedAt) > timings.sleepMs;
    tickedAt = now;
    const present = networks();
    const moved = present !== known;
    known = present;
    if (slept) events.onWake();
    if (moved) events.onNetwork();
    events.onTick?.();
  }, timings.tickMs).unref();
  return () => clearInterval(timer);
}

/** The addresses of this computer, as one text: another one means that it is on another network. */
export function networkNames(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  return addresses
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .sort()
    .join(' ');
}
