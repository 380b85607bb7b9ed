import type { DatabaseSync } from 'node:sqlite';
import { failure } from '#shared/routes/failure.ts';
import { openExchangeBytes } from './exchange-bytes.ts';
import type { KeeperDatabase } from './exchange-keeper.ts';
import { prepareSave, readRecorded } from './exchange-rows.ts';

/** History is trimmed past these; pinned exchanges stay. */
export interface HistoryLimits {
  exchanges: number;
  /** Of all bodies together. */
  bytes: number;
}

export const defaultLimits: HistoryLimits = { exchanges: 20_000, bytes: 2 * 1024 ** 3 };

/**
 * Exchanges that a process was running when it ended: they are over, with everything that was written until then. Call
 * after the table of processes was brought up to date.
 *
 * @returns how many there were.
 */
export function endLeftOver(db: KeeperDatabase): number {
  const { sql } = db;
  const bytes = openExchangeBytes(sql);
  const rows = sql
    .prepare("SELECT * FROM exchanges WHERE state = 'running' AND process_id NOT IN (SELECT id FROM processes)")
    .all();
  if (rows.length === 0) return 0;
  const save = prepareSave(sql, db.processId);
  db.transaction(() => {
    for (const row of rows) {
      const facts = readRecorded(row);
      const answered = facts.response !== null;
      const endMs = bytes.marks(facts.id).at(-1)?.atMs ?? facts.timeline.headersMs ?? facts.timeline.sentMs;
      const received = bytes.size(facts.id, 'response');
      const ended = failure('app-ended', 'Patchbay ended while this exchange was running.', {
        hint: answered
          ? 'What had arrived is kept. Send again if you need the rest; it may be charged again.'
          : 'The request may have been processed and charged; look before you send it again.',
        retryable: true,
        status: facts.status,
        exchangeId: facts.id,
      });
      save(
        {
          ...facts,
          state: 'interrupted',
          sent: answered ? 'answered' : 'maybe-processed',
          failure: ended,
          failureCode: ended.code,
          durationMs: endMs,
          receivedBytes: Math.max(facts.receivedBytes, received),
          response: facts.response && { ...facts.response, bodyBytes: received },
          timeline: { ...facts.timeline, endMs },
        },
        Number(row.stored_bytes),
      );
    }
  });
  return rows.length;
}

/** Deletes exchanges with their bytes. */
export function deleteExchanges(sql: DatabaseSync, ids: readonly string[]): void {
  const list = JSON.stringify(ids);
  sql.prepare('DELETE FROM exchange_bytes WHERE exchange_id IN (SELECT value FROM json_each(?))').run(list);
  sql.prepare('DELETE FROM exchanges WHERE id IN (SELECT value FROM json_each(?))').run(list);
}

/** Deletes the oldest ended exchanges that are not pinned, until the limits hold with a tenth to spare. */
export function trimHistory(db: KeeperDatabase, limits: HistoryLimits): void {
  const { sql } = db;
  const total = sql.prepare('SELECT count(*) AS count, coalesce(sum(stored_bytes), 0) AS bytes FROM exchanges').get();
  let count = Number(total?.count);
  let bytes = Number(total?.bytes);
  if (count <= limits.exchanges && bytes <= limits.bytes) return;
  const oldest = sql
    .prepare("SELECT id, stored_bytes FROM exchanges WHERE pinned = 0 AND state <> 'running' ORDER BY started_at")
    .iterate();
  const gone: string[] = [];
  for (const row of oldest) {
    if (count <= limits.exchanges * 0.9 && bytes <= limits.bytes * 0.9) break;
    gone.push(String(row.id));
    count -= 1;
    bytes -= Number(row.stored_bytes);
  }
  db.transaction(() => deleteExchanges(sql, gone));
}
