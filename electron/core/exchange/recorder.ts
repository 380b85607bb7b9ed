import type { Redactor } from '../redaction/redact.ts';
import type { RecordedExchange, Recording } from '../store/records/exchange-recording.ts';

/** Another Patchbay on the same data has this exchange, and sends it. */
export class TakenId extends Error {}

/** Where recordings are made. */
export interface Recorder {
  /**
   * Resolves when the request is on disk, unless the disk refuses.
   *
   * @throws TakenId when another process has an exchange with its id.
   */
  begin(facts: RecordedExchange, request: Uint8Array, limitBytes: number): Promise<Recording>;
  /** The head of its answer is here. */
  answered(recording: Recording): void;
  /** Takes secrets out of the answer that only reading it showed. */
  scrub(recording: Recording, redactor: Redactor): Promise<void>;
  /** Resolves when the end is on disk, unless the disk refuses. */
  finish(recording: Recording): Promise<void>;
}
