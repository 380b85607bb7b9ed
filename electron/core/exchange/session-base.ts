import type { Clock } from '../ports.ts';
import type { ExchangeRecords } from '../store/records/exchange-records.ts';
import type { Sources } from './prepare.ts';
import type { Recorder } from './recorder.ts';

/** What realtime sessions share with exchanges: they are prepared and recorded in the same way, and run elsewhere. */
export interface SessionBase {
  sources: Sources;
  recorder: Recorder;
  records: Pick<ExchangeRecords, 'read' | 'find'>;
  clock: Clock;
}
