import type { Deadlines, Route } from '#shared/protocol/route.ts';
import type { SocketPool } from '../http/socket-pool.ts';
import type { Clock } from '../ports.ts';
import type { ExchangeRecords } from '../store/records/exchange-records.ts';
import type { LiveRun } from './live-run.ts';
import type { Sources } from './prepare.ts';
import type { Recorder } from './recorder.ts';

/** What realtime sessions and downloads share with exchanges: they are prepared and recorded in the same way, and run elsewhere. */
export interface ExchangeBase {
  sources: Sources;
  recorder: Recorder;
  records: Pick<ExchangeRecords, 'read' | 'find'>;
  clock: Clock;
  pool: SocketPool;
  /** Running requests, by the id of each attempt: what is in here can be watched and cancelled by that id. */
  live: Map<string, LiveRun>;
  /** Changes the time limits of a route. */
  deadlines: (route: Route, planned: Deadlines) => Deadlines;
}
