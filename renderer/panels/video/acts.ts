import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import type { TaskDetail, TaskSummary } from '#shared/contract/tasks.ts';
import { client } from '../../lib/client/client.ts';
import { ask } from '../../lib/client/query.ts';
import { type PromptTexts, replaceText, restoreText } from '../../lib/documents/prompt-texts.ts';
import { restoreOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { openWireRecord } from '../../lib/navigation/wire-focus.ts';
import { originOf } from './model/task-face.ts';
import { useVideo } from './store.ts';

/** The submission that may not be saved completely, and the ids it was submitted under. */
let unfinished: { about: string; ids: string[]; groupId: string } | null = null;

/**
 * Submits each draft as a task of its own; several form one group. Resolves when all are saved. The prompt is cleared
 * at once, so that a second Enter submits nothing; after a failure it is restored, and a retry submits under the same
 * ids, so that none of its videos is ordered twice.
 */
export async function submitVideos(
  drafts: readonly DraftInput[],
  origin: TaskSummary | null,
  submit: Client['tasks']['submit'] = client.tasks.submit,
): Promise<void> {
  const { prompt } = useVideo.getState();
  if (prompt.trim() === '') return;
  const about = JSON.stringify([drafts, prompt, origin?.id]);
  if (unfinished?.about !== about)
    unfinished = { about, ids: drafts.map(() => crypto.randomUUID()), groupId: crypto.randomUUID() };
  const { ids, groupId } = unfinished;
  const group = drafts.length > 1 ? { groupId } : {};
  const parent = origin ? { parentId: origin.id } : {};
  replacePrompt('');
  try {
    for (const [at, draft] of drafts.entries())
      await submit({ ...(ids[at] && { id: ids[at] }), draft, prompt, ...group, ...parent });
  } catch (thrown) {
    if (useVideo.getState().prompt === '') change(restoreText);
    throw thrown;
  }
  unfinished = null;
  if (origin) useVideo.setState({ remixOf: null });
}

/** Starts a remix of a video: the next submission changes it. */
export function remix({ id }: TaskSummary): void {
  replacePrompt('');
  useVideo.setState({ remixOf: id });
}

/**
 * Restores a task's prompt into the composer, and selects the connection, key, route and model that it was made with.
 */
export function restoreTask(task: TaskSummary): void {
  const { prompt, model, family } = task;
  replacePrompt(prompt);
  const route = family === 'custom' ? {} : { routeId: family };
  useVideo.setState({ remixOf: null, ...route, ...(model ? { model } : {}) });
  restoreOrigin('video', originOf(task));
}

/** Swaps the prompt with the one that was sent or written before; pressed again, with the one before that. */
export function restorePrompt(): void {
  change(restoreText);
  useVideo.setState({ remixOf: null });
}

/** Replaces the prompt; the previous one is set aside. */
export const replacePrompt = (words: string): void => change((texts) => replaceText(texts, words));

const change = (work: (texts: PromptTexts) => PromptTexts): void =>
  useVideo.setState(({ prompt, setAside }) => {
    const { text, aside } = work({ text: prompt, aside: setAside });
    return { prompt: text, setAside: [...aside] };
  });

/** Shows the newest exchange of a task on the wire: its last poll, or its submission. */
export async function showTaskOnWire({ id }: TaskSummary): Promise<void> {
  const detail: TaskDetail = await ask('tasks', 'get', { id });
  openWireRecord(detail.lastPollExchangeId ?? detail.submitExchangeId, 'response');
}
