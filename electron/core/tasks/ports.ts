import type { Draft, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Change } from '#shared/contract/host.ts';
import type { Language } from '#shared/contract/language.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ConnectionRows } from '../connections/connection-rows.ts';
import type { DownloadEnd, DownloadRequest } from '../downloads/download.ts';
import type { FileStore } from '../files/file-store.ts';
import type { HostServices } from '../host-services.ts';
import type { Keys } from '../keys/keys.ts';
import type { Clock } from '../ports.ts';
import type { Database } from '../store/database.ts';
import type { TaskTimings } from './polling/task-timings.ts';

/** What the tasks need of the exchanges. */
export interface TaskExchanges {
  /** Runs a draft; the last part is `run-end`. With `alone`, nothing is sent a second time. */
  perform(draft: Draft, options: { signal: AbortSignal; alone?: boolean; keepDraft?: boolean }): AsyncIterable<Part>;
  download(request: DownloadRequest): Promise<DownloadEnd>;
  discardDownload(target: string): Promise<void>;
  /** @throws AppError `not-found-here`. */
  detail(id: string): ExchangeDetail;
  /** Bytes of a recorded answer; fewer where it ends. */
  bytes(id: string, offset: number, length: number): Uint8Array;
  /** The parts of a recorded exchange. */
  replay(id: string): AsyncIterable<Part>;
  forget(ids: readonly string[]): Promise<void>;
}

/** What the monitor is made of. */
export interface TaskParts {
  db: Database;
  dataFolder: string;
  exchanges: TaskExchanges;
  connections: Pick<ConnectionRows, 'find'>;
  keys: Pick<Keys, 'choose' | 'entryOf'>;
  files: Pick<FileStore, 'admit' | 'open' | 'remove'>;
  notify: HostServices['shell']['notify'];
  /** Of what the system's own notifications say. Default: English. */
  language?: () => Language;
  announce: (change: Change) => void;
  /** Tells what changed anywhere, until the signal fires. */
  changes(signal: AbortSignal): AsyncIterable<Change>;
  /** Goes on with what earlier runs of the program began; a host for one command leaves that alone. */
  resumes: boolean;
  clock: Clock;
  timings: TaskTimings;
  /** Names of the networks that this computer is on; another text when that changed. */
  networks(): string;
}
