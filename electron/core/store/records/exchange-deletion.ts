import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Retention } from '#shared/contract/exchanges.ts';
import type { ExchangeDatabase } from './exchange-keeper.ts';

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
