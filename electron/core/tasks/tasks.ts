import type { Core } from '#shared/contract/index.ts';
import { failure } from '#shared/protocol/failure.ts';
import type { Database } from '../store/database.ts';
import { storageFault } from '../store/storage-failure.ts';
import { createMonitor } from './monitor.ts';
import { defaultTimings, type TaskTimings } from './polling/task-timings.ts';
import type { TaskParts } from './ports.ts';
import { isFetched, mark, newTask } from './stored-task.ts';
import { createTaskArea } from './task-area.ts';
import { createTaskJournal, type JournalTask, type TaskJournal } from './task-journal.ts';
import { createTaskRows, type TaskRows } from './task-rows.ts';

export interface Tasks {
  readonly area: Core['tasks'];
  /** Stops polling and downloading; everything resumes at the next start. */
  close(): Promise<void>;
}

/**
 * Creates the monitor of asynchronous tasks. It belongs to the core: tasks are polled whether or not a window is open,
 * and the next run of the program continues unfinished work. Nothing is ever submitted twice.
 */
export function createTasks({
  timings,
  ...given
}: Omit<TaskParts, 'timings'> & { timings?: Partial<TaskTimings> | undefined }): Tasks {
  const parts: TaskParts = { ...given, timings: { ...defaultTimings, ...timings } };
  const rows = createTaskRows(parts.db, parts.held);
  const journal = createTaskJournal(parts.dataFolder);
  if (parts.db.wasRestored) restRestored(rows);
  if (parts.db.saving) mergeJournal(journal, rows, parts.db);
  const monitor = createMonitor(parts, rows, journal);
  return { area: createTaskArea(parts, rows, journal, monitor), close: monitor.close };
}

/**
 * Leaves tasks of a restored backup to the user where a rule of their own says where and how their key is sent: a backup
 * that was edited would send it at this start.
 */
function restRestored(rows: TaskRows): void {
  for (const id of rows.open())
    rows.change(id, (task) => {
      const { facts, depth } = task;
      if (depth.rule === null) return;
      Object.assign(facts, { watching: false, nextPollAt: null, paused: null, restStamp: null });
      if (isFetched(facts)) facts.result = { ...facts.result, state: 'paused' };
      mark(task, { kind: 'stopped', note: 'It was restored from a backup. Refresh it to continue.' });
    });
}

/** A longer journal is rewritten at a start. */
const maxJournalBytes = 256 * 1024;

/**
 * Restores what the journal contains and the database does not: tasks of a database that was quarantined, and ids that
 * an older copy of it lacks.
 */
function mergeJournal(journal: TaskJournal, rows: TaskRows, { sql }: Pick<Database, 'sql'>): void {
  const noted = journal.read();
  try {
    for (const task of noted) merge(task, rows);
    // No process works on them yet.
    rows.release();
  } catch (thrown) {
    if (storageFault(thrown) === null) throw thrown;
  }
  const isAlone = Number(sql.prepare('SELECT count(*) AS n FROM processes').get()?.n) <= 1;
  if (isAlone && journal.sizeBytes > maxJournalBytes) journal.rewrite(noted);
}

function merge({ isOver, rule, ...known }: JournalTask, rows: TaskRows): void {
  const found = rows.find(known.id);
  if (found && (found.facts.taskId !== null || known.taskId === null)) return;
  if (found) {
    rows.change(known.id, (task) => {
      task.facts.taskId = known.taskId;
      task.facts.state = 'checking';
      task.facts.watching = true;
      task.facts.failure = null;
      task.depth.candidateIds = [known.taskId as string];
    });
    return;
  }
  // No task was created, so nothing is lost.
  if (known.state === 'refused') return;
  const { taskId, state } = known;
  const task = newTask({ ...known, watching: !isOver }, { rule, candidateIds: taskId === null ? [] : [taskId] });
  const { facts } = task;
  if (!isOver) facts.state = taskId === null ? 'submitting' : 'checking';
  else facts.endedAt = Date.now();
  if (isOver && state !== 'succeeded') facts.failure = putBack;
  if (isOver && state === 'succeeded') facts.result = { ...facts.result, state: 'failed', failure: putBack };
  mark(task, { kind: 'restarted', note: putBack.message });
  rows.add(task);
}

const putBack = failure('storage', 'This task was missing from the history and was restored from the journal.', {
  hint: 'Refresh the task or download its result while the gateway still has it.',
  retryable: true,
});
