import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { TaskDetail, TaskSummary } from '#shared/contract/tasks.ts';
import { client } from '../../lib/client.ts';
import { ask } from '../../lib/query.ts';
import { openWire } from '../../lib/wire-focus.ts';
import { useVideo } from './video-store.ts';

/** Submits each draft as a task of its own; several are one group. Resolves when all are on the disk. */
export async function submitFilms(drafts: readonly DraftInput[], origin: TaskSummary | null): Promise<void> {
  const { prompt } = useVideo.getState();
  const group = drafts.length > 1 ? { groupId: crypto.randomUUID() } : {};
  const parent = origin ? { parentId: origin.id } : {};
  for (const draft of drafts) await client.tasks.submit({ draft, prompt, ...group, ...parent });
  if (origin) useVideo.setState({ remixOf: null, prompt: '' });
}

/** Starts a remix of a film: the next submission changes it. */
export const remix = ({ id }: TaskSummary): void => useVideo.setState({ remixOf: id, prompt: '' });

/** Puts a task's prompt, and its model, back into the composer. */
export const composeAgain = ({ prompt, model }: TaskSummary): void =>
  useVideo.setState({ prompt, remixOf: null, ...(model ? { model } : {}) });

/** Shows the newest exchange of a task on the wire: its last question, or its submission. */
export async function showTaskOnWire({ id }: TaskSummary): Promise<void> {
  const detail: TaskDetail = await ask('tasks', 'get', { id });
  openWire(detail.lastPollExchangeId ?? detail.submitExchangeId, 'response');
}
