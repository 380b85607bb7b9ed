import type { Part } from '#shared/protocol/part.ts';
import type { Dialect } from '../dialect.ts';
import type { ResponseFacts } from '../failures/response-failures.ts';
import { warning } from '../parts/compose.ts';
import type { Ending, LargeBody, TrafficEvent } from '../reader.ts';
import type { InvalidUtf8 } from './utf8.ts';

/** Reads the bytes of a response in one way, which is chosen by its first bytes. */
export interface Intake {
  push(bytes: Uint8Array): Part[];
  isFinished(): boolean;
  activity(): number;
  takeLarge?(): LargeBody | null;
  end(): Ending;
}

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
  const message = `The response contains ${sequences}, the first at byte ${invalid.firstOffset}. Each is shown as U+FFFD.`;
  return [warning('invalid-utf8', message)];
}
