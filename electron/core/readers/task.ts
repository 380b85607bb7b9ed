import type { Part } from '#shared/protocol/part.ts';
import { isTaskWord } from '#shared/protocol/task-words.ts';
import type { Dialect } from './dialect.ts';
import { asObject } from './intake/json-value.ts';
import { taskPart } from './parts/task-record.ts';
import { unexpectedShape } from './parts/unexpected.ts';

/**
 * Reads the answers of the video task routes. A task that failed is a good answer about a bad task: the error in its
 * record belongs to the task. A success without a record (`data: null`, as new-api writes for some tasks) is empty.
 */
export function openTask(): Dialect {
  let count = 0;
  let isBare = false;

  function whole(value: unknown): Part[] | null {
    const task = taskPart(value);
    const document = asObject(value);
    if (task === null) {
      isBare = document !== null && 'data' in document && document.data === null;
      return isBare ? [] : null;
    }
    count += 1;
    const { statusWord } = task;
    const isOdd = statusWord !== null && !isTaskWord(statusWord);
    const warning = unexpectedShape(
      `The state "${statusWord}" is none that Patchbay knows; it is taken for work in progress.`,
    );
    return [task, ...(isOdd ? [warning] : [])];
  }

  return {
    name: 'a task',
    nothing: 'no task',
    event: whole,
    whole,
    ownsError: (document) => (taskPart(document)?.statusWord ?? null) !== null,
    finished: false,
    failure: null,
    end: () => ({
      parts: [],
      ended: count > 0 || isBare,
      holds: count > 0,
      finishReason: null,
      usage: null,
      characters: 0,
    }),
  };
}
