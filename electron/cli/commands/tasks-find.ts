import type { Client } from '#shared/contract/index.ts';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { UsageError } from '../usage-error.ts';

/** Shorter beginnings of an id name too much. */
const shortest = 4;

/**
 * The task that a word of the command line means: its id here, the beginning of it, or its id at the gateway.
 *
 * @throws UsageError when there is none, or several.
 */
export async function findTask(client: Client, word: string | undefined): Promise<TaskSummary> {
  if (!word) throw new UsageError('Name a task: its id as "patchbay tasks list" shows it, or its id at the gateway.');
  const all = await client.tasks.list({ limit: 1000 });
  const exact = all.filter(({ id, taskId }) => id === word || taskId === word);
  const found = exact.length > 0 ? exact : all.filter(({ id }) => word.length >= shortest && id.startsWith(word));
  const [only, second] = found;
  if (only && !second) return only;
  throw new UsageError(
    only ? `Several tasks begin with ${word}.` : `There is no task ${word}. All of them: patchbay tasks list.`,
  );
}
