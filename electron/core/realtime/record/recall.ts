import type { SessionPart } from '#shared/contract/realtime.ts';
import { SessionReader } from '../../readers/session/read-session.ts';
import { parseLine } from '../../readers/session/session-line.ts';
import type { ExchangeRecords } from '../../store/records/exchange-records.ts';
import { readLines } from './read-lines.ts';

/** The parts of a recorded session, read again from its lines; sound is left out. */
export async function* recall(
  id: string,
  records: Pick<ExchangeRecords, 'read'>,
): AsyncGenerator<SessionPart, void, void> {
  const reader = new SessionReader();
  for await (const { bytes } of readLines(id, records)) {
    const line = parseLine(bytes);
    if (line === null) continue;
    let n = line.n;
    for (const body of reader.read(line)) {
      if (body.type !== 'audio') yield { ...body, n, atMs: line.at } as SessionPart;
      n += 1;
    }
  }
}
