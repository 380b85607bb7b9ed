import type { SessionPart } from '#shared/contract/realtime.ts';
import type { RecordedExchange } from '../../store/records/exchange-recording.ts';
import type { ExchangeRecords } from '../../store/records/exchange-records.ts';
import { recall } from './recall.ts';

/** The parts of a session that is over, from `from` on. One that the end of the program cut gets its end here. */
export async function* tellRecorded(
  facts: RecordedExchange,
  from: number,
  records: Pick<ExchangeRecords, 'read'>,
  leaving: AbortSignal,
): AsyncGenerator<SessionPart, void, void> {
  let last: SessionPart | null = null;
  for await (const part of recall(facts.id, records)) {
    if (leaving.aborted) return;
    last = part;
    if (part.n >= from) yield part;
  }
  if (last?.type === 'ended') return;
  const state = facts.state === 'running' || facts.state === 'done-with-warnings' ? 'interrupted' : facts.state;
  yield { n: (last?.n ?? -1) + 1, atMs: last?.atMs ?? 0, type: 'ended', state, failure: facts.failure };
}
