import type { Deadlines, Route } from '#shared/protocol/route.ts';
import type { SocketPool } from '../http/socket-pool.ts';
import type { Clock } from '../ports.ts';
import type { Redactor } from '../redaction/redact.ts';
import type { RecordedExchange, Recording } from '../store/records/exchange-recording.ts';
import type { ExchangeRecords } from '../store/records/exchange-records.ts';
import type { LiveRun } from './live-run.ts';
import type { Sources } from './prepare.ts';

/** Another Patchbay on the same data has this exchange, and sends it. */
export class TakenId extends Error {}

/** Creates recordings. */
export interface Recorder {
  /**
   * Resolves when the request is on disk, unless the disk fails.
   *
   * @throws TakenId when another process has an exchange with its id.
   */
  begin(facts: RecordedExchange, request: Uint8Array, limitBytes: number): Promise<Recording>;
  /** The head of the response arrived. */
  answered(recording: Recording): void;
  /** Redacts secrets in the response that only parsing revealed. */
  scrub(recording: Recording, redactor: Redactor): Promise<void>;
  /** Resolves when the end is on disk, unless the disk fails. */
  finish(recording: Recording): Promise<void>;
}

/**
 * What realtime sessions and downloads share with exchanges: they are prepared and recorded in the same way, and run
 * elsewhere.
 */
export interface ExchangeBase {
  sources: Sources;
  recorder: Recorder;
  records: Pick<ExchangeRecords, 'read' | 'find'>;
  clock: Clock;
  pool: SocketPool;
  /** Running requests, by the id of each attempt: each can be watched and cancelled by that id. */
  live: Map<string, LiveRun>;
  /** Changes the time limits of a route. */
  deadlines: (route: Route, planned: Deadlines) => Deadlines;
}
