import type { Draft, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Change } from '#shared/contract/host.ts';
import type { Language } from '#shared/contract/language.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ConnectionRows } from '../connections/connection-rows.ts';
import type { Downloads } from '../downloads/download.ts';
import type { FileStore } from '../files/file-store.ts';
import type { HostServices } from '../host-services.ts';
import type { Keys } from '../keys/keys.ts';
import type { Clock } from '../ports.ts';
import type { Database } from '../store/database.ts';
import type { HeldWrites } from '../store/held-writes.ts';
import type { TaskTimings } from './polling/task-timings.ts';

/** The part of the exchanges that tasks use. */
export interface TaskExchanges {
  /** Runs a draft; the last part is `run-end`. With `repeat` false, it is never retried automatically. */
  perform(draft: Draft, options: { signal: AbortSignal; repeat?: boolean; keepDraft?: boolean }): AsyncIterable<Part>;
  /** @throws AppError `not-found-here`. */
  detail(id: string): ExchangeDetail;
  /** Returns bytes of a recorded response; fewer at its end. */
  bytes(id: string, offset: number, length: number): Uint8Array;
  /** Yields the parts of a recorded exchange. */
  replay(id: string): AsyncIterable<Part>;
  forget(ids: readonly string[]): Promise<void>;
}

/** Dependencies of the monitor. */
export interface TaskParts {
  db: Database;
  held: HeldWrites;
  dataFolder: string;
  exchanges: TaskExchanges;
  downloads: Pick<Downloads, 'download' | 'discard'>;
  connections: Pick<ConnectionRows, 'find'>;
  keys: Pick<Keys, 'choose' | 'entryOf'>;
  files: Pick<FileStore, 'admit' | 'open' | 'remove'>;
  notify: HostServices['shell']['notify'];
  /** Language of system notifications. Default: English. */
  language?: () => Language;
  announce: (change: Change) => void;
  /** Yields changes in all areas, until the signal fires. */
  changes(signal: AbortSignal): AsyncIterable<Change>;
  /** Whether to resume the work of earlier runs of the program; false for a host that runs one command. */
  resumes: boolean;
  clock: Clock;
  timings: TaskTimings;
  /** Returns the addresses of this computer as text; a different text means that the network changed. */
  networks(): string;
}
