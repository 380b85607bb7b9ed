import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Retention, retention } from '#shared/contract/exchanges.ts';
import { failure } from '#shared/protocol/failure.ts';
import { createCoreFacts } from '../core-facts.ts';
import { openExchangeBytes } from './exchange-bytes.ts';
import type { ExchangeDatabase } from './exchange-keeper.ts';
import { prepareSave, readRecorded } from './exchange-rows.ts';

/**
 * Exchanges that a process was running when it ended: they are over, with everything that was written until then. Call
 * after the table of processes was brought up to date.
 *
 * @returns how many there were.
 */
export function endLeftOver(db: ExchangeDatabase): number {
  const { sql } = db;
  const bytes = openExchangeBytes(sql);
  const rows = sql
    .prepare("SELECT * FROM exchanges WHERE state = 'running' AND process_id NOT IN (SELECT id FROM processes)")
    .all();
  if (rows.length === 0) return 0;
  const save = prepareSave(sql, db.processId);
  const takeOver = sql.prepare('UPDATE exchanges SET process_id = ? WHERE id = ?');
  db.transaction(() => {
    for (const row of rows) {
      const facts = readRecorded(row);
      const answered = facts.response !== null;
      const endMs = bytes.marks(facts.id).at(-1)?.atMs ?? facts.timeline.headersMs ?? facts.timeline.sentMs;
      const received = bytes.size(facts.id, 'response');
      const receivedBytes = Math.max(facts.receivedBytes, received);
      const ended = failure('app-ended', 'Patchbay ended while this exchange was running.', {
        hint: answered
          ? 'What had arrived is kept. Send again if you need the rest; it may be charged again.'
          : 'The request may have been processed and charged; look before you send it again.',
        retryable: true,
        status: facts.status,
        exchangeId: facts.id,
      });
      takeOver.run(db.processId, facts.id);
      save(
        {
          ...facts,
          state: 'interrupted',
          sent: answered ? 'answered' : 'maybe-processed',
          failure: ended,
          failureCode: ended.code,
          durationMs: endMs,
          receivedBytes,
          response: facts.response && { ...facts.response, bodyBytes: received },
          timeline: { ...facts.timeline, endMs, receivedBytes },
        },
        received + bytes.size(facts.id, 'request'),
      );
    }
  });
  return rows.length;
}

/** What holds until the person chooses something else. */
const defaultRetention: Retention = { days: 30, exchanges: 20_000, bytes: 2 * 1024 ** 3 };

/** How long exchanges are kept, as the person chose it. */
export interface RetentionChoice {
  read(): Retention;
  write(choice: Retention): void;
}

const factName = 'retention';

export function openRetention(sql: DatabaseSync): RetentionChoice {
  const facts = createCoreFacts({ sql });
  return {
    read() {
      const chosen = retention.safeParse(parsed(facts.read(factName)));
      return chosen.success ? chosen.data : defaultRetention;
    },
    write: (choice) => facts.write(factName, JSON.stringify(choice)),
  };
}

/** A row saved from a damaged file may hold anything. */
function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** So long one transaction deletes, before others have their turn: what is deleted is overwritten, which takes time. */
const sliceMs = 15;
/** Pieces of a body, of at most about 1 MiB each, that are deleted between two looks at the clock. */
const pieces = 2;
const dayMs = 86_400_000;

/** What stops a deletion between two of its steps. */
interface Deletion {
  isClosed(): boolean;
  /** Asked right before each one goes. */
  mayGo?(id: string): boolean;
}

/**
 * Deletes exchanges with their bytes, without holding up the rest of the program for longer than about 20 ms at a time.
 *
 * @returns how many there were.
 */
export async function deleteExchanges(
  { sql, transaction }: ExchangeDatabase,
  ids: readonly string[],
  { isClosed, mayGo = () => true }: Deletion,
): Promise<number> {
  const somePieces = sql.prepare(
    `DELETE FROM exchange_bytes WHERE rowid IN (SELECT rowid FROM exchange_bytes WHERE exchange_id = ? LIMIT ${pieces})`,
  );
  const facts = sql.prepare('DELETE FROM exchanges WHERE id = ?');
  let deleted = 0;
  const waiting = [...ids].reverse();
  const deleteSlice = () => {
    const end = performance.now() + sliceMs;
    for (let id = waiting.at(-1); id !== undefined && performance.now() < end; id = waiting.at(-1)) {
      if (mayGo(id)) {
        if (Number(somePieces.run(id).changes) === pieces) continue;
        deleted += Number(facts.run(id).changes);
      }
      waiting.pop();
    }
  };
  while (waiting.length > 0 && !isClosed()) {
    transaction(deleteSlice);
    if (waiting.length > 0) await nextTurn();
  }
  return deleted;
}

/**
 * The ended exchanges that a retention no longer keeps, oldest first: those older than its days, and as many as bring
 * number and bytes back under their limits with a tenth to spare. Pinned ones are never among them.
 */
export function findOutdated(sql: DatabaseSync, keep: Retention, now: number): string[] {
  const total = sql.prepare('SELECT count(*) AS count, coalesce(sum(stored_bytes), 0) AS bytes FROM exchanges').get();
  let count = Number(total?.count);
  let bytes = Number(total?.bytes);
  const isOver = count > keep.exchanges || bytes > keep.bytes;
  const oldestKept = keep.days === null ? 0 : now - keep.days * dayMs;
  const oldest = sql
    .prepare(
      `SELECT id, started_at, stored_bytes FROM exchanges WHERE pinned = 0 AND state <> 'running' ORDER BY started_at`,
    )
    .iterate();
  const outdated: string[] = [];
  for (const row of oldest) {
    const isWithin = !isOver || (count <= keep.exchanges * 0.9 && bytes <= keep.bytes * 0.9);
    if (isWithin && Number(row.started_at) >= oldestKept) break;
    outdated.push(String(row.id));
    count -= 1;
    bytes -= Number(row.stored_bytes);
  }
  return outdated;
}
