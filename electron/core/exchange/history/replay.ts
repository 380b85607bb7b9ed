import { setImmediate as nextTurn } from 'node:timers/promises';
import { failure } from '#shared/protocol/failure.ts';
import type { Part, RunEnd, WarningCode } from '#shared/protocol/part.ts';
import { codingProblem, codingsOf } from '../../http/decode.ts';
import { readEnding } from '../../readers/large/read-ending.ts';
import { openReader } from '../../readers/open-reader.ts';
import type { Reader, TrafficEvent } from '../../readers/reader.ts';
import type { RecordedExchange } from '../../store/records/exchange-recording.ts';
import type { ExchangeRecords } from '../../store/records/exchange-records.ts';
import { answerOf } from '../answer-of.ts';

/** Read at once of a recorded body. */
export const windowBytes = 256 * 1024;

/** Warnings about the transport: reading the bytes again does not bring them back. */
const transportWarnings = new Set<WarningCode | string>([
  'proxy-buffers',
  'retried',
  'surplus-bytes',
  'length-unchecked',
  'no-end-mark',
]);

/** Opens a reader for a recorded answer, `null` when there is none or its bytes could not be decoded. */
export function readerOf(facts: RecordedExchange, onEvent?: (event: TrafficEvent) => void): Reader | null {
  const { response } = facts;
  if (!response || codingProblem(codingsOf(response.headers)) !== null) return null;
  const { kind, head } = answerOf(facts);
  return openReader(kind, head, onEvent ? { onEvent } : {});
}

/** Ends such a reader; its parts come in slices. */
export const endReading = (reader: Reader, facts: RecordedExchange, onEvent?: (event: TrafficEvent) => void) =>
  readEnding({ reader, ...answerOf(facts), onEvent });

/**
 * The parts of an exchange that has ended, from its record: `run-start` first, `run-end` last. Others have their turn
 * between two windows of a long answer.
 */
export async function* replayParts(
  facts: RecordedExchange,
  records: ExchangeRecords,
  leaving: AbortSignal,
): AsyncGenerator<Part, void, void> {
  yield { type: 'run-start', exchangeId: facts.id, attempt: facts.attempt };
  const reader = readerOf(facts);
  const own = new Set<string>();
  const noted = (part: Part): Part => {
    if (part.type === 'warning') own.add(part.message);
    return part;
  };
  if (reader) {
    for (let offset = 0; ; ) {
      const bytes = records.read(facts.id, 'response', offset, windowBytes);
      if (bytes.length === 0) break;
      offset += bytes.length;
      for (const part of reader.read(bytes)) yield noted(part);
      await nextTurn();
      if (leaving.aborted) return;
    }
    for await (const parts of endReading(reader, facts)) {
      for (const part of parts) yield noted(part);
      if (leaving.aborted) return;
    }
  }
  for (const { code, message } of facts.warnings)
    if (transportWarnings.has(code) && !own.has(message)) yield { type: 'warning', code: code as WarningCode, message };
  yield endOf(facts);
}

function endOf(facts: RecordedExchange): RunEnd {
  const { id: exchangeId, finishReason, sent, timeline, state } = facts;
  if (state !== 'running')
    return { type: 'run-end', state, finishReason, sent, error: facts.failure, exchangeId, timeline };
  const error = failure('app-ended', 'This exchange runs in another Patchbay; this is what it had kept so far.', {
    hint: 'Open it there, or look again later.',
    exchangeId,
  });
  return { type: 'run-end', state: 'interrupted', finishReason, sent, error, exchangeId, timeline };
}
