import type { TaskParts } from './ports.ts';
import type { StoredTask } from './stored-task.ts';

const promptLetters = 120;

/** Tells the person that a task has come to its end, in the system's own way. */
export function tellEnd({ facts }: StoredTask, notify: TaskParts['notify']): void {
  const title = titleOf(facts);
  if (title === null) return;
  const about = facts.prompt.trim() || facts.taskId || facts.connectionName;
  const why = facts.result.failure ?? facts.failure;
  notify(title, [about.slice(0, promptLetters), why?.message].filter(Boolean).join('\n'));
}

function titleOf({ state, result }: StoredTask['facts']): string | null {
  if (state === 'succeeded') {
    if (result.state === 'saved') return 'A result is ready';
    return result.state === 'expired' ? 'A result is no longer there' : 'A result could not be fetched';
  }
  if (state === 'lost') return 'A task is no longer known';
  return state === 'failed' || state === 'cancelled' || state === 'expired' ? 'A task failed' : null;
}
