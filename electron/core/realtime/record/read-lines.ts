import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExchangeRecords } from '../../store/records/exchange-records.ts';

const windowBytes = 256 * 1024;
const lineFeed = 10;

/** One line of a recorded session, not yet taken apart. */
export interface RawLine {
  /** In the body. */
  offset: number;
  bytes: Buffer;
}

/** The whole lines of a recorded session from `offset` on, as far as it is recorded. Others have their turn meanwhile. */
export async function* readLines(
  id: string,
  records: Pick<ExchangeRecords, 'read'>,
  offset = 0,
): AsyncGenerator<RawLine, void, void> {
  let held: Buffer = Buffer.alloc(0);
  let start = offset;
  for (;;) {
    const window = records.read(id, 'response', start + held.length, windowBytes);
    if (window.length === 0) return;
    const bytes = held.length === 0 ? window : Buffer.concat([held, window]);
    let done = 0;
    for (let end = bytes.indexOf(lineFeed, held.length); end !== -1; end = bytes.indexOf(lineFeed, done)) {
      if (end > done) yield { offset: start + done, bytes: bytes.subarray(done, end) };
      done = end + 1;
    }
    start += done;
    held = bytes.subarray(done);
    await nextTurn();
  }
}

/** Tells without taking the line apart. */
export const isNote = (bytes: Buffer): boolean =>
  /^\{"n":\d+,"at":[\d.e+-]+,"note":/.test(bytes.toString('latin1', 0, 80));
