import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SessionPart, Speaker } from '#shared/contract/realtime.ts';
import { SessionReader } from '../../readers/session/read-session.ts';
import { parseLine } from '../../readers/session/session-line.ts';
import type { ExchangeRecords } from '../../store/records/exchange-records.ts';
import type { Session } from '../session.ts';

const windowBytes = 256 * 1024;
const lineFeed = 10;

export type RecordReader = Pick<ExchangeRecords, 'read'>;

interface RawLine {
  /** In the body. */
  offset: number;
  bytes: Buffer;
}

/**
 * Yields the complete lines of a recorded session from `offset` on, as far as it is recorded. Yields to the event loop
 * between windows.
 */
export async function* readLines(id: string, records: RecordReader, offset = 0): AsyncGenerator<RawLine, void, void> {
  /** The beginning of a line in earlier windows; joined once, because a line may be many windows long. */
  let held: Buffer[] = [];
  let heldBytes = 0;
  let start = offset;
  for (;;) {
    const window = records.read(id, 'response', start + heldBytes, windowBytes);
    if (window.length === 0) return;
    let done = 0;
    for (let end = window.indexOf(lineFeed); end !== -1; end = window.indexOf(lineFeed, done)) {
      const rest = window.subarray(done, end);
      const bytes = heldBytes === 0 ? rest : Buffer.concat([...held, rest]);
      if (bytes.length > 0) yield { offset: start, bytes };
      start += bytes.length + 1;
      held = [];
      heldBytes = 0;
      done = end + 1;
    }
    if (done < window.length) held.push(window.subarray(done));
    heldBytes += window.length - done;
    await nextTurn();
  }
}

/** Tells without parsing the line. */
export const isNote = (bytes: Buffer): boolean =>
  /^\{"n":\d+,"at":[\d.e+-]+,"note":/.test(bytes.toString('latin1', 0, 80));

/** Yields the parts of a recorded session, read again from its lines; audio is left out. */
export async function* recall(id: string, records: RecordReader): AsyncGenerator<SessionPart, void, void> {
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

/**
 * Yields the parts of a running session from `from` on, and then every part as it arrives, until the session is over or
 * `leaving` fires. A slow listener gets what it missed from the record, without audio.
 */
export async function* follow(
  session: Session,
  from: number,
  records: RecordReader,
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
    } else if (record.isReported) return;
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

/** Returns what was said in a session, in the order of its items. A truncated reply counts as far as it arrived. */
export async function earlierWords(id: string, records: RecordReader): Promise<{ who: Speaker; text: string }[]> {
  const items = new Map<string, { who: Speaker; text: string }>();
  for await (const part of recall(id, records)) {
    if (part.type === 'item') items.set(part.itemId, { who: part.who, text: '' });
    else if (part.type === 'words') {
      const item = items.get(part.itemId);
      if (item) item.text += part.delta;
    } else if (part.type === 'words-done') items.set(part.itemId, { who: part.who, text: part.text });
  }
  return [...items.values()].filter(({ text }) => text.trim() !== '');
}
