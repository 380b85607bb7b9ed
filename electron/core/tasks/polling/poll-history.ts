import { orNull } from '../../or-null.ts';
import type { Database } from '../../store/database.ts';
import type { TaskExchanges } from '../ports.ts';

/** Polls without news kept per task. */
const keptPolls = 3;
/** Deleting overwrites pages of the history, so it is batched. */
const trimAtOnce = 8;

/**
 * Keeps polls from flooding the history. An exchange with a change is kept like any other; of polls without news, the
 * newest few of each task are kept, and older ones are deleted in batches. Pinned exchanges are kept.
 */
export interface PollHistory {
  /** Records a poll without news. Does not reject. */
  noteIdle(taskId: string, exchangeId: string): Promise<void>;
}

export function createPollHistory(
  { sql }: Pick<Database, 'sql'>,
  exchanges: Pick<TaskExchanges, 'forget' | 'detail'>,
): PollHistory {
  const add = sql.prepare(
    'INSERT OR IGNORE INTO task_polls (exchange_id, task_id, at) SELECT ?, id, ? FROM tasks WHERE id = ?',
  );
  const old = sql.prepare(
    `SELECT exchange_id FROM (
       SELECT exchange_id, row_number() OVER (PARTITION BY task_id ORDER BY at DESC, rowid DESC) AS age FROM task_polls
     ) WHERE age > ${keptPolls}`,
  );
  const remove = sql.prepare('DELETE FROM task_polls WHERE exchange_id IN (SELECT value FROM json_each(?))');
  let trimming: Promise<void> | null = null;

  const isPinned = (id: string): boolean => orNull(() => exchanges.detail(id).pinned) ?? false;

  async function trim(): Promise<void> {
    const ids = old.all().map((row) => String(row.exchange_id));
    if (ids.length < trimAtOnce) return;
    await exchanges.forget(ids.filter((id) => !isPinned(id)));
    remove.run(JSON.stringify(ids));
  }

  return {
    async noteIdle(taskId, exchangeId) {
      try {
        add.run(exchangeId, Date.now(), taskId);
        trimming ??= trim();
        await trimming;
      } catch {
        // Housekeeping must not affect a task: what remains is deleted by the retention.
      } finally {
        trimming = null;
      }
    },
  };
}
