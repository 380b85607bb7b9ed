import type { Database } from '../../store/database.ts';
import type { TaskExchanges } from '../ports.ts';

/** So many exchanges that told nothing new are kept of each task. */
const keptPolls = 3;
/** Deleting overwrites the pages of the history, which is done for several at once. */
const trimAtOnce = 8;

/**
 * Keeps the looks at tasks from flooding the history. An exchange in which something changed stays like every other; of
 * those that told nothing new, the newest few of each task stay, and older ones are deleted when enough of them have come
 * together. What the person pinned stays.
 */
export interface PollHistory {
  /** An exchange asked for the task and told nothing new. Does not reject. */
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

  const isPinned = (id: string): boolean => {
    try {
      return exchanges.detail(id).pinned;
    } catch {
      return false;
    }
  };

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
        // The history is worth no task: what is left behind goes with the retention.
      } finally {
        trimming = null;
      }
    },
  };
}
