import { networkInterfaces } from 'node:os';
import type { Clock } from '../ports.ts';

interface Watched {
  clock: Clock;
  /** Returns the addresses of this computer as text; a different text means that the network changed. */
  networks(): string;
  timings: {
    /** Milliseconds between two checks. */
    tickMs: number;
    /** A longer gap between two checks means that the computer slept. */
    sleepMs: number;
  };
}

export interface ComputerEvents {
  /** The computer slept, or its clock was set. */
  onWake(): void;
  /** The computer is on other networks than before. */
  onNetwork(): void;
  /** Called after each check. */
  onTick?(): void;
}

/**
 * Watches this computer. Systems often do not report sleep; it shows as more wall time between two ticks than expected.
 * A clock change looks the same, and one extra check is harmless.
 *
 * @returns a function that stops watching.
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

/** Returns the addresses of this computer as one text, which differs when it is on another network. */
export function networkNames(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  return addresses
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .sort()
    .join(' ');
}
