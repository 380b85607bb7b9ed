import { failure } from '#shared/protocol/failure.ts';
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
