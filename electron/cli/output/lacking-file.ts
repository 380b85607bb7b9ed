import type { Part } from '#shared/protocol/part.ts';
import { isUnfinished } from '#shared/protocol/task-words.ts';

/** Notes why a response has no file: its media could not be downloaded, or it is a task whose result follows. */
export function createLacking() {
  let lacking: string | null = null;
  return {
    note(part: Part): void {
      if (part.type === 'warning' && part.code === 'not-kept') lacking = lowered(part.message);
      if (part.type === 'task-state' && isUnfinished(part.state))
        lacking = `the gateway accepted it as task ${part.taskId}, whose result follows.`;
    },
    get: () => lacking,
  };
}

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);
