import type { Core } from '#shared/contract/index.ts';
import { mergeJournal } from './merge-journal.ts';
import { createMonitor } from './monitor.ts';
import type { TaskParts } from './ports.ts';
import { createTaskArea } from './task-area.ts';
import { createTaskJournal } from './task-journal.ts';
import { createTaskRows } from './task-rows.ts';

export interface Tasks {
  readonly area: Core['tasks'];
  /** Stops asking and fetching; everything goes on at the next start. */
  close(): Promise<void>;
}

/**
 * The monitor of asynchronous tasks. It belongs to the core: tasks are asked for whatever window is open, and what a run
 * of the program leaves undone the next one goes on with. Nothing is ever submitted twice.
 */
export function createTasks(parts: TaskParts): Tasks {
  const rows = createTaskRows(parts.db);
  const journal = createTaskJournal(parts.dataFolder);
  if (parts.db.saving) mergeJournal(journal, rows, parts.db);
  const monitor = createMonitor(parts, rows, journal);
  return { area: createTaskArea(parts, rows, journal, monitor), close: monitor.close };
}
