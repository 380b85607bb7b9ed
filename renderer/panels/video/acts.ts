import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import type { TaskDetail, TaskSummary } from '#shared/contract/tasks.ts';
import { client } from '../../lib/client/client.ts';
import { ask } from '../../lib/client/query.ts';
import { bringBack, type PromptTexts, replaceText } from '../../lib/documents/prompt-texts.ts';
import { restoreOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { openWireRecord } from '../../lib/navigation/wire-focus.ts';
import { originOf } from './model/task-face.ts';
import { useVideo } from './store.ts';

/** The submission that is not known to be on the disk as a whole, and the ids under which it was asked for. */
let unfinished: { about: string; ids: string[]; groupId: string } | null = null;

/**
 * Submits each draft as a task of its own; several are one group. Resolves when all are on the disk. The prompt leaves the
 * box at once, so that a second Enter orders nothing; after a failure it is back, and the same submission is sent under the
 * same ids, so that none of its videos is ordered a second time.
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
  writeInstead('');
  try {
    for (const [at, draft] of drafts.entries())
      await submit({ ...(ids[at] && { id: ids[at] }), draft, prompt, ...group, ...parent });
  } catch (thrown) {
    if (useVideo.getState().prompt === '') change(bringBack);
    throw thrown;
  }
  unfinished = null;
  if (origin) useVideo.setState({ remixOf: null });
}

/** Starts a remix of a film: the next submission changes it. */
export function remix({ id }: TaskSummary): void {
  writeInstead('');
  useVideo.setState({ remixOf: id });
}

/** Puts a task's prompt back into the composer, and selects the connection, key, route and model that it was made with. */
export function composeAgain(task: TaskSummary): void {
  const { prompt, model, family } = task;
  writeInstead(prompt);
  const route = family === 'custom' ? {} : { routeId: family };
  useVideo.setState({ remixOf: null, ...route, ...(model ? { model } : {}) });
  restoreOrigin('video', originOf(task));
}

/** Changes places with what was sent or written before; pressed again, with what was set aside before that. */
export function putBack(): void {
  change(bringBack);
  useVideo.setState({ remixOf: null });
}

/** Puts other words into the composer; those that were there are set aside. */
export const writeInstead = (words: string): void => change((texts) => replaceText(texts, words));

const change = (work: (texts: PromptTexts) => PromptTexts): void =>
  useVideo.setState(({ prompt, setAside }) => {
    const { text, aside } = work({ text: prompt, aside: setAside });
    return { prompt: text, setAside: [...aside] };
  });

/** Shows the newest exchange of a task on the wire: its last question, or its submission. */
export async function showTaskOnWire({ id }: TaskSummary): Promise<void> {
  const detail: TaskDetail = await ask('tasks', 'get', { id });
  openWireRecord(detail.lastPollExchangeId ?? detail.submitExchangeId, 'response');
}
