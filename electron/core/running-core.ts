import type { GatewayOverrides } from '#shared/contract/gateway-overrides.ts';
import type { Core } from '#shared/contract/index.ts';
import type { Backups } from './backups/backups.ts';
import type { DownloadTimings } from './downloads/download.ts';
import type { MemoryPort } from './exchange/memory-pressure.ts';
import type { FileStore } from './files/file-store.ts';
import type { Clock } from './ports.ts';
import type { SessionTimings } from './realtime/timings.ts';
import type { MaintenanceTimings } from './store/maintenance/maintenance.ts';
import type { SameConnection } from './store/records/adopt-exchanges.ts';
import type { RecordedExchange } from './store/records/exchange-recording.ts';
import type { TaskTimings } from './tasks/polling/task-timings.ts';

/** What tests shorten or replace, and what a single terminal command overrides. */
export interface CoreOptions {
  taskTimings?: Partial<TaskTimings>;
  sessionTimings?: Partial<SessionTimings>;
  maintenanceTimings?: Partial<MaintenanceTimings>;
  downloadTimings?: Partial<DownloadTimings>;
  clock?: Clock;
  memory?: MemoryPort;
  /** Returns the addresses of this computer as text; a different text means that the network changed. */
  networks?: () => string;
  /** Changes every connection while this core runs: terminal options. */
  overrides?: GatewayOverrides | undefined;
  /** Name or id of the key for requests that name none, where their connection has it: a terminal option. */
  keyName?: string | undefined;
  /**
   * Called when an exchange has begun, when the head of its response has arrived, and when it has ended, in the same
   * turn of the event loop: before any part that follows from it.
   */
  onExchange?: ((exchange: RecordedExchange) => void) | undefined;
}

/** A running core. */
export interface RunningCore {
  readonly handlers: Core;
  /** Stored bytes, for the host's own channels: dropped files, uploads, URLs with ranges. */
  readonly files: FileStore;
  /** Backups of everything, for a host that reads and writes them at locations of its own. */
  readonly backups: Pick<Backups, 'write' | 'read'>;
  /**
   * For the host itself, which owns the vault: the password of a connection's own proxy, `null` when it has none or it
   * is lost.
   */
  proxyPassword(connectionId: string): Promise<string | null>;
  /**
   * Progress, from 0 to 1, of work that no area of the contract lists: bodies being sent, and work that pages report.
   */
  ongoing(): number[];
  /**
   * Copies the exchanges of another data folder, whose core is closed, into the history of this one, with what they
   * cost, and the models that were listed for a connection of both.
   *
   * @throws an error of SQLite when they cannot be read or saved.
   */
  adoptHistory(folder: string, same?: SameConnection): void;
  /**
   * Copies the prices that another data folder knows for a connection of both.
   *
   * @throws an error of SQLite when they cannot be read or saved.
   */
  borrowPrices(folder: string, same: SameConnection): void;
  /** The time by which old data is deleted, in milliseconds since 1970; behind a clock that is in doubt. */
  trustedTime(): number;
  /** Removes from a text every secret entered or used in this run, and those in headers of connections. */
  redact(text: string): string;
  /**
   * Stops running work and records what it received, flushes everything to disk and releases the data folder. Takes at
   * most about 5 s, and can be called again.
   */
  close(): Promise<void>;
  /**
   * `close` for a process that the system is about to kill: returns when everything received is written and the
   * database is closed. The next start records the running work as interrupted.
   */
  closeNow(): void;
}
