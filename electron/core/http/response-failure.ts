import { formatCount } from '#shared/format.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { Silence } from '#shared/protocol/part.ts';
import { codeOf, protocolFault, seconds } from './network-failure.ts';

const kept = 'Everything that had arrived is kept. Send again if you need the rest; it may be charged again.';

/** The middle of an answer: from where, and how much of it had come. */
export interface Midway {
  place: string;
  /** Body bytes before decoding. */
  receivedBytes: number;
  /** From `content-length`, `null` when the length was not announced. */
  expectedBytes: number | null;
}

const amount = ({ receivedBytes, expectedBytes }: Midway) =>
  expectedBytes === null
    ? `after ${formatCount(receivedBytes)} bytes`
    : `after ${formatCount(receivedBytes)} of ${formatCount(expectedBytes)} bytes`;

/** Names what broke an answer whose status line had arrived. `wasReset` tells a reset from an orderly close. */
export function brokenResponse(thrown: unknown, wasReset: boolean, midway: Midway): Failure {
  if (codeOf(thrown).startsWith('HPE_')) return protocolFault(thrown, midway.place, 'answered').failure;
  return wasReset
    ? failure('reset', `${midway.place} broke the connection in the middle of the answer, ${amount(midway)}.`, {
        hint: kept,
        retryable: true,
      })
    : failure('truncated', `${midway.place} closed the connection before the answer was whole, ${amount(midway)}.`, {
        hint: kept,
        retryable: true,
      });
}

export function idleTimeout(midway: Midway, limitMs: number, slept: boolean): Failure {
  const why = slept ? 'This computer slept, and afterwards no data came' : `No data came for ${seconds(limitMs)}`;
  return failure('idle-timeout', `${why} from ${midway.place}, ${amount(midway)}.`, { hint: kept, retryable: true });
}

/** @param limitMs for the content alone. */
export const stalled = (place: string, { bytesMs }: Silence, limitMs: number): Failure =>
  failure(
    'stalled',
    `${place} sent only keep-alives for ${seconds(limitMs)} and nothing of the reply; the last byte arrived ${seconds(bytesMs)} ago.`,
    { hint: kept, retryable: true },
  );

export const undecodable = (place: string, problem: string): Failure =>
  failure('encoding', `The answer from ${place} ${problem}.`, {
    hint: 'A proxy or gateway on the way damaged it. What could be read is kept. Add the header Accept-Encoding: identity and send again.',
    retryable: true,
  });

export const tooLarge = (place: string, wireBytes: number, limitBytes: number): Failure =>
  failure(
    'too-large',
    `The answer from ${place} grew past ${mebibytes(limitBytes)} (${formatCount(wireBytes)} bytes on the wire); reading stopped there.`,
    { hint: 'What had arrived is kept. Ask for less.' },
  );

const mebibytes = (bytes: number) =>
  bytes >= 1024 ** 2 ? `${Math.round(bytes / 1024 ** 2)} MiB` : `${formatCount(bytes)} bytes`;
