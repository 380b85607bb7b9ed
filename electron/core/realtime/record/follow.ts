import type { SessionPart } from '#shared/contract/realtime.ts';
import type { ExchangeRecords } from '../../store/records/exchange-records.ts';
import type { Session } from '../session.ts';
import { recall } from './recall.ts';

/**
 * Tells the parts of a running session from `from` on, and then every part as it comes, until the session is over or
 * `leaving` fires. A listener that reads too slowly gets what it missed from the record, without its sound.
 */
export async function* follow(
  session: Session,
  from: number,
  records: Pick<ExchangeRecords, 'read'>,
  leaving: AbortSignal,
): AsyncGenerator<SessionPart, void, void> {
  const { record } = session;
  const { ring } = record;
  let next = from;
  while (!leaving.aborted) {
    if (next < ring.first) {
      const until = ring.first;
      for await (const part of recall(session.id, records)) {
        if (part.n >= until || leaving.aborted) break;
        if (part.n >= next) yield part;
      }
      next = until;
      continue;
    }
    const part = ring.at(next);
    if (part) {
      next += 1;
      yield part;
    } else if (record.isTold) return;
    else await orLeft(record.change(), leaving);
  }
}

function orLeft(change: Promise<void>, leaving: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      leaving.removeEventListener('abort', done);
      resolve();
    };
    leaving.addEventListener('abort', done, { once: true });
    void change.then(done);
  });
}
