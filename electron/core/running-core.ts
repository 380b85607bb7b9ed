import type { Core } from '#shared/contract/index.ts';
import type { Backups } from './backups/backups.ts';
import type { FileStore } from './files/file-store.ts';

/** A running core. */
export interface RunningCore {
  readonly handlers: Core;
  /** Stored bytes, for the host's own ways in and out: dropped files, uploads, addresses with ranges. */
  readonly files: FileStore;
  /** Backups of everything, for a host that reads and writes them at places of its own. */
  readonly backups: Pick<Backups, 'write' | 'read'>;
  /** For the host itself, whose vault it is: the password of a connection's own proxy, `null` when it has none or it is lost. */
  proxyPassword(connectionId: string): Promise<string | null>;
  /** Work that no area of the contract lists, as parts of 1: bodies that are being sent, and what pages report. */
  ongoing(): number[];
  /** Takes every secret that was entered or used in this run, and those in headers of connections, out of a text. */
  redact(text: string): string;
  /**
   * Stops what runs and records it as far as it came, puts everything on the disk and lets the data folder go. Takes no
   * more than about 5 s, and can be asked again.
   */
  close(): Promise<void>;
  /**
   * `close` for a process that the system is about to end: returns when everything received is written and the database is
   * closed. What was running is recorded as interrupted by the next start.
   */
  closeNow(): void;
}
