import type { HarFrame } from '../../export/har.ts';
import { isFrame, parseLine } from '../../readers/session/session-line.ts';
import type { RecordedExchange } from '../../store/records/exchange-recording.ts';
import type { ExchangeRecords } from '../../store/records/exchange-records.ts';
import { readLines } from './read-lines.ts';

/** The messages of a recorded session for a HAR; `null` for an exchange that is none. */
export function harFrames(
  facts: Pick<RecordedExchange, 'id' | 'routeId' | 'startedAt'>,
  records: Pick<ExchangeRecords, 'read'>,
): AsyncIterable<HarFrame> | null {
  return facts.routeId === 'realtime' ? messages(facts, records) : null;
}

async function* messages(
  { id, startedAt }: Pick<RecordedExchange, 'id' | 'startedAt'>,
  records: Pick<ExchangeRecords, 'read'>,
): AsyncGenerator<HarFrame, void, void> {
  for await (const { bytes } of readLines(id, records)) {
    const line = parseLine(bytes);
    if (line === null || !isFrame(line) || (line.op !== 'text' && line.op !== 'binary')) continue;
    yield {
      type: line.dir === 'in' ? 'receive' : 'send',
      time: (startedAt + line.at) / 1000,
      opcode: line.op === 'text' ? 1 : 2,
      // As it went over the wire, on which half a character is none.
      data: line.data.toWellFormed(),
    };
  }
}
