import type { Part } from '#shared/protocol/part.ts';
import type { Dialect } from '../dialect.ts';
import type { ResponseFacts } from '../failures/answers.ts';
import type { Ending, LargeBody, TrafficEvent } from '../reader.ts';
import type { InvalidUtf8 } from './utf8.ts';

/** One way to take the bytes of an answer, chosen by what its first bytes are. */
export interface Intake {
  push(bytes: Uint8Array): Part[];
  readonly finished: boolean;
  /** See `Reader`. */
  readonly heard: number;
  /** See `Reader`. */
  takeLarge?(): LargeBody | null;
  end(): Ending;
}

/** What every intake needs. */
export interface IntakeContext {
  dialect: Dialect;
  facts: ResponseFacts;
  onEvent: ((event: TrafficEvent) => void) | undefined;
  maxEventBytes: number;
  maxBodyBytes: number;
}

export function invalidUtf8Warning(invalid: InvalidUtf8): Part[] {
  if (invalid.count === 0) return [];
  const sequences = invalid.count === 1 ? '1 invalid UTF-8 sequence' : `${invalid.count} invalid UTF-8 sequences`;
  const message = `The answer holds ${sequences}, first at byte ${invalid.firstOffset}; each is shown as U+FFFD.`;
  return [{ type: 'warning', code: 'invalid-utf8', message }];
}
