import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { parseJson } from '#shared/protocol/json.ts';
import { orNull } from '../or-null.ts';
import type { StoredTask, TaskDepth, TaskFacts } from './stored-task.ts';

/** What an entry stores of a task: enough to poll it again when the database has lost it. */
const keptNames = [
  'id',
  'connectionId',
  'connectionName',
  'keyId',
  'keyAlias',
  'family',
  'taskId',
  'model',
  'parentId',
  'groupId',
  'adopted',
  'submittedAt',
  'state',
] as const satisfies (keyof TaskFacts)[];
type KeptFacts = Pick<TaskFacts, (typeof keptNames)[number]>;
export type JournalTask = KeptFacts & Pick<TaskFacts, 'prompt'> & Pick<TaskDepth, 'rule'> & { isOver: boolean };

type Line = { task: JournalTask } | { gone: string[] };

/**
 * An append-only file next to the database: the ids of tasks that cost money survive a database that has to be
 * quarantined. Failing to write it is not an error.
 */
export interface TaskJournal {
  /** Appends the current facts of a task, flushed to disk on return, unless the disk refuses. */
  note(task: StoredTask, isOver: boolean): void;
  forget(ids: readonly string[]): void;
  /** Returns the newest entry of each task that was not removed. Unreadable entries are skipped. */
  read(): JournalTask[];
  /** Rewrites the file with only these tasks. Only while no other process appends to it. */
  rewrite(tasks: readonly JournalTask[]): void;
  readonly sizeBytes: number;
}

const promptLetters = 500;

export function createTaskJournal(folder: string): TaskJournal {
  const file = path.join(folder, 'tasks.journal');

  function append(line: Line): void {
    orNull(() => {
      const place = openSync(file, 'a', 0o600);
      try {
        // Terminates an entry that a power loss left unfinished.
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
      const text = orNull(() => readFileSync(file, 'utf8')) ?? '';
      for (const line of text.split('\n')) {
        const read = parseJson(line) as Line | undefined;
        if (read && 'task' in read && isTask(read.task)) found.set(read.task.id, read.task);
        else if (read && 'gone' in read && Array.isArray(read.gone)) for (const id of read.gone) found.delete(id);
      }
      return [...found.values()];
    },
    rewrite(tasks) {
      orNull(() => {
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
      return orNull(() => statSync(file).size) ?? 0;
    },
  };
}

function journalTask({ facts, depth }: StoredTask, isOver: boolean): JournalTask {
  return {
    ...(Object.fromEntries(keptNames.map((name) => [name, facts[name]])) as KeptFacts),
    prompt: facts.prompt.slice(0, promptLetters),
    rule: depth.rule,
    isOver,
  };
}

const isTask = (task: unknown): task is JournalTask =>
  typeof task === 'object' &&
  task !== null &&
  ['id', 'connectionId', 'family'].every((name) => typeof (task as Record<string, unknown>)[name] === 'string');
