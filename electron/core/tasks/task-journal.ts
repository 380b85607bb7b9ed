import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { StoredTask, TaskFacts } from './stored-task.ts';

/** What a line keeps of a task: enough to ask for it again when the database has lost it. */
export type JournalTask = Pick<
  TaskFacts,
  | 'id'
  | 'connectionId'
  | 'connectionName'
  | 'keyId'
  | 'keyAlias'
  | 'family'
  | 'taskId'
  | 'model'
  | 'prompt'
  | 'parentId'
  | 'groupId'
  | 'adopted'
  | 'submittedAt'
  | 'state'
> & { rule: StoredTask['depth']['rule']; isOver: boolean };

type Line = { task: JournalTask } | { gone: string[] };

/**
 * A small file beside the database, to which a line is only ever added: the ids of tasks that cost money outlive a
 * database that has to be put aside. A file that can not be written is no reason to stop.
 */
export interface TaskJournal {
  /** Adds what is known of a task now; on the disk when this returns, unless the disk refuses. */
  note(task: StoredTask, isOver: boolean): void;
  forget(ids: readonly string[]): void;
  /** The newest line of each task that was not forgotten. Lines that can not be read are left out. */
  read(): JournalTask[];
  /** Writes the file anew, with these tasks alone. Only while no other process adds to it. */
  rewrite(tasks: readonly JournalTask[]): void;
  readonly sizeBytes: number;
}

const promptLetters = 500;

export function createTaskJournal(folder: string): TaskJournal {
  const file = path.join(folder, 'tasks.journal');

  function append(line: Line): void {
    attempt(() => {
      const place = openSync(file, 'a', 0o600);
      try {
        // A line that a power cut left unfinished ends here.
        writeSync(place, `${JSON.stringify(line)}\n`);
        fsyncSync(place);
      } finally {
        closeSync(place);
      }
    });
  }

  return {
    note: (task, isOver) => append({ task: journalTask(task, isOver) }),
    forget: (ids) => append({ gone: [...ids] }),
    read() {
      const found = new Map<string, JournalTask>();
      const text = attempt(() => readFileSync(file, 'utf8')) ?? '';
      for (const line of text.split('\n')) {
        const read = attempt(() => JSON.parse(line) as Line);
        if (read && 'task' in read && isTask(read.task)) found.set(read.task.id, read.task);
        else if (read && 'gone' in read && Array.isArray(read.gone)) for (const id of read.gone) found.delete(id);
      }
      return [...found.values()];
    },
    rewrite(tasks) {
      attempt(() => {
        const next = `${file}.next`;
        const place = openSync(next, 'w', 0o600);
        try {
          writeSync(place, tasks.map((task) => `${JSON.stringify({ task })}\n`).join(''));
          fsyncSync(place);
        } finally {
          closeSync(place);
        }
        renameSync(next, file);
      });
    },
    get sizeBytes() {
      return attempt(() => statSync(file).size) ?? 0;
    },
  };
}

function journalTask({ facts, depth }: StoredTask, isOver: boolean): JournalTask {
  const { id, connectionId, connectionName, keyId, keyAlias, family, taskId, model } = facts;
  const { parentId, groupId, adopted, submittedAt, prompt, state } = facts;
  return {
    ...{ id, connectionId, connectionName, keyId, keyAlias, family, taskId, model },
    ...{ parentId, groupId, adopted, submittedAt, state },
    prompt: prompt.slice(0, promptLetters),
    rule: depth.rule,
    isOver,
  };
}

const isTask = (task: unknown): task is JournalTask =>
  typeof task === 'object' &&
  task !== null &&
  ['id', 'connectionId', 'family'].every((name) => typeof (task as Record<string, unknown>)[name] === 'string');

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
