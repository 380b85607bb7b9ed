import type { SQLOutputValue } from 'node:sqlite';
import type { TaskSpan } from '#shared/contract/tasks.ts';
import { isTaskWord } from '#shared/protocol/task-words.ts';
import type { Database } from '../store/database.ts';
import type { HeldWrites } from '../store/held-writes.ts';
import { storageFault } from '../store/storage-failure.ts';
import { isOpen, type StoredTask, type TaskDepth, type TaskFacts } from './stored-task.ts';

/**
 * The stored tasks. Several processes share them: each change reads the newest row and writes it in one transaction,
 * and each row names the process that works on it.
 */
export interface TaskRows {
  /**
   * Adds a task, on disk on return.
   *
   * @returns false when a task with this id already exists, which is not changed.
   * @throws the database's own error when it refuses.
   */
  add(task: StoredTask): boolean;
  find(id: string): StoredTask | null;
  findByTaskId(connectionId: string, taskId: string): StoredTask | null;
  /** Newest first. */
  list(limit: number): (TaskFacts & Pick<TaskDepth, 'submitExchangeId'>)[];
  /**
   * Changes a task. A disk that refuses does not stop the caller: the change is kept in memory and written when it
   * accepts again.
   *
   * @returns the task as it is now; `null` when it was deleted.
   */
  change(id: string, work: (task: StoredTask) => void): StoredTask | null;
  remove(ids: readonly string[]): void;
  /** Makes this process the one that works on it; returns false when another running process does. */
  claim(id: string): boolean;
  /** Ids of all tasks for which there is work to do. */
  open(): string[];
  /** Ids of open tasks that no running process works on. */
  unclaimed(): string[];
  /** Ids of open tasks that this process works on. */
  held(): string[];
  /** Returns true when another process works on an open task; it may have ended without releasing it. */
  isHeldElsewhere(): boolean;
  /** Open tasks that are paused. */
  resting(): TaskFacts[];
  /** Releases everything that this process works on. */
  release(): void;
}

export function createTaskRows(
  { sql, processId, transaction }: Pick<Database, 'sql' | 'processId' | 'transaction'>,
  held: HeldWrites,
): TaskRows {
  const insert = sql.prepare(
    `INSERT OR IGNORE INTO tasks (id, connection_id, task_id, submitted_at, is_open, holder, file_id, facts, depth)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`,
  );
  const update = sql.prepare(
    `UPDATE tasks SET connection_id = ?2, task_id = ?3, submitted_at = ?4, is_open = ?5, file_id = ?7, facts = ?8, depth = ?9
     WHERE id = ?1`,
  );
  const one = sql.prepare('SELECT facts, depth FROM tasks WHERE id = ?');
  const byTaskId = sql.prepare(
    'SELECT facts, depth FROM tasks WHERE connection_id = ? AND task_id = ? ORDER BY submitted_at DESC LIMIT 1',
  );
  const newest = sql.prepare(
    `SELECT facts, depth ->> '$.submitExchangeId' AS submit_exchange_id FROM tasks ORDER BY submitted_at DESC LIMIT ?`,
  );
  const remove = sql.prepare('DELETE FROM tasks WHERE id IN (SELECT value FROM json_each(?))');
  const claim = sql.prepare(
    `UPDATE tasks SET holder = ?1
     WHERE id = ?2 AND (holder IS NULL OR holder = ?1 OR holder NOT IN (SELECT id FROM processes))`,
  );
  const unclaimed = sql.prepare(
    'SELECT id FROM tasks WHERE is_open = 1 AND (holder IS NULL OR holder NOT IN (SELECT id FROM processes))',
  );
  const open = sql.prepare('SELECT id FROM tasks WHERE is_open = 1');
  const ownOpen = sql.prepare('SELECT id FROM tasks WHERE is_open = 1 AND holder = ?');
  const elsewhere = sql.prepare('SELECT 1 FROM tasks WHERE is_open = 1 AND holder IS NOT NULL AND holder <> ? LIMIT 1');
  const resting = sql.prepare("SELECT facts FROM tasks WHERE is_open = 1 AND facts ->> '$.restStamp' IS NOT NULL");
  const release = sql.prepare('UPDATE tasks SET holder = NULL WHERE holder = ?');
  const values = ({ facts, depth }: StoredTask) =>
    [
      facts.id,
      facts.connectionId,
      facts.taskId,
      facts.submittedAt,
      isOpen(facts) ? 1 : 0,
      processId,
      facts.result.file?.id ?? null,
      JSON.stringify(facts),
      JSON.stringify(depth),
    ] as const;

  /** Changes made here that the disk has not accepted. */
  const unwritten = held.table<StoredTask>((_group, _id, task) => {
    update.run(...values(task));
  });
  const newestOf = (id: string) => unwritten.heldOf(id)?.get(id);

  const find = (id: string): StoredTask | null => {
    const newest = newestOf(id);
    if (newest) return structuredClone(newest);
    const row = one.get(id);
    return row ? readTask(row) : null;
  };

  return {
    add(task) {
      recordTimeline(task.facts, task.facts.submittedAt);
      return Number(insert.run(...values(task)).changes) > 0;
    },
    find,
    findByTaskId(connectionId, taskId) {
      const row = byTaskId.get(connectionId, taskId);
      const task = row ? readTask(row) : null;
      return task && find(task.facts.id);
    },
    list: (limit) =>
      newest.all(limit).map((row) => {
        const facts = JSON.parse(String(row.facts)) as TaskFacts;
        const newer = newestOf(facts.id);
        return newer
          ? { ...newer.facts, submitExchangeId: newer.depth.submitExchangeId }
          : { ...facts, submitExchangeId: row.submit_exchange_id === null ? null : String(row.submit_exchange_id) };
      }),
    change(id, work) {
      let task: StoredTask | null = null;
      const read = () => {
        task = find(id);
        if (task) work(task);
        if (task) recordTimeline(task.facts, Date.now());
        return task;
      };
      try {
        transaction(() => {
          if (read()) update.run(...values(task as unknown as StoredTask));
        });
        unwritten.drop(id);
      } catch (thrown) {
        if (storageFault(thrown) === null) throw thrown;
        // The disk refused, before or after the change was applied.
        const changed = task ?? read();
        if (changed) unwritten.put(id, id, structuredClone(changed));
      }
      return task;
    },
    remove(ids) {
      remove.run(JSON.stringify(ids));
      for (const id of ids) unwritten.drop(id);
    },
    claim: (id) => attempt(() => Number(claim.run(processId, id).changes) > 0) ?? true,
    open: () => attempt(() => open.all().map(({ id }) => String(id))) ?? [],
    unclaimed: () => attempt(() => unclaimed.all().map(({ id }) => String(id))) ?? [],
    held: () => attempt(() => ownOpen.all(processId).map(({ id }) => String(id))) ?? [],
    isHeldElsewhere: () => attempt(() => elsewhere.get(processId) !== undefined) ?? false,
    resting: () => attempt(() => resting.all().map((row) => JSON.parse(String(row.facts)) as TaskFacts)) ?? [],
    release: () => void attempt(() => release.run(processId)),
  };
}

const readTask = (row: Record<string, SQLOutputValue>): StoredTask => ({
  facts: JSON.parse(String(row.facts)) as TaskFacts,
  depth: JSON.parse(String(row.depth)) as StoredTask['depth'],
});

/** Disk errors must not stop running work; operations that need the disk report them. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (thrown) {
    if (storageFault(thrown) === null) throw thrown;
    return null;
  }
}

/** Maximum number of spans per task: a gateway that alternates between states must not fill a row. */
const maxSpans = 60;

function kindOf({ state, statusWord, result, family }: TaskFacts): TaskSpan['kind'] | null {
  if (state === 'submitting' || state === 'checking') return state;
  if (state === 'queued' || state === 'running')
    return family === 'custom' || isTaskWord(statusWord ?? '') ? state : 'odd';
  return state === 'succeeded' && (result.state === 'waiting' || result.state === 'downloading') ? 'downloading' : null;
}

/** Extends the spans of a task's life to its current state. */
export function recordTimeline(facts: TaskFacts, now: number): void {
  const kind = kindOf(facts);
  const last = facts.spans.at(-1);
  const isGoingOn = last !== undefined && last.endedAt === null;
  if (isGoingOn && last.kind === kind) return;
  // A clock that was set back must not make a span end before it began.
  const at = Math.max(now, last?.startedAt ?? now);
  const before = facts.spans.map((span) => (span.endedAt === null ? { ...span, endedAt: at } : span));
  const spans = kind === null ? before : [...before, { kind, startedAt: at, endedAt: null }];
  facts.spans = spans.slice(-maxSpans);
}
