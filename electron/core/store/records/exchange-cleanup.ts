import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Retention, retention } from '#shared/contract/exchanges.ts';
import { failure } from '#shared/protocol/failure.ts';
import { parseJson } from '#shared/protocol/json.ts';
import { createCoreFacts } from '../core-facts.ts';
import { openExchangeBytes } from './exchange-bytes.ts';
import { prepareSave, readRecorded } from './exchange-rows.ts';
import type { ExchangeDatabase } from './exchange-writer.ts';

/**
 * Ends exchanges that a process was running when it ended, with everything that was written until then. Call after the
 * table of processes was updated.
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
      const ended = failure('app-ended', 'Patchbay quit while this request was running.', {
        effect: answered ? 'arrived-kept' : 'maybe-processed',
        hint: answered ? 'Send again if you need the rest; it may be billed again.' : 'Check before you send again.',
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

/** Applies until the user changes it. */
const defaultRetention: Retention = { days: 30, exchanges: 20_000, bytes: 2 * 1024 ** 3 };

/** How long exchanges are kept, as set by the user. */
export interface RetentionChoice {
  read(): Retention;
  write(choice: Retention): void;
}

const factName = 'retention';

export function openRetention(sql: DatabaseSync): RetentionChoice {
  const facts = createCoreFacts({ sql });
  return {
    read() {
      // A row salvaged from a damaged file may contain anything.
      const chosen = retention.safeParse(parseJson(facts.read(factName) ?? ''));
      return chosen.success ? chosen.data : defaultRetention;
    },
    write: (choice) => facts.write(factName, JSON.stringify(choice)),
  };
}

/** Time of one deletion transaction before other work can run: deleting overwrites content, which takes time. */
const sliceMs = 15;
/** Chunks of a body, of at most about 1 MiB each, that are deleted between two checks of the clock. */
const pieces = 2;
const dayMs = 86_400_000;

/** Conditions that stop a deletion between two of its steps. */
interface Deletion {
  isClosed(): boolean;
  /** Called right before each exchange is deleted. */
  mayGo?(id: string): boolean;
}

/**
 * Deletes exchanges with their bytes, without blocking the rest of the program for longer than about 20 ms at a time.
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
 * Returns the ended exchanges that a retention no longer keeps, oldest first: those older than its days, and as many as
 * bring count and bytes a tenth below their limits. Pinned ones are never included.
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
