import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { TaskDetail, TaskSummary } from '#shared/contract/tasks.ts';
import { client } from '../../lib/client.ts';
import { ask } from '../../lib/query.ts';
import { openWire } from '../../lib/wire-focus.ts';
import { useVideo } from './video-store.ts';

/** The submission that is not known to be on the disk as a whole, and the ids under which it was asked for. */
let unfinished: { about: string; ids: string[]; groupId: string } | null = null;

/**
 * Submits each draft as a task of its own; several are one group. Resolves when all are on the disk. After a failure the
 * same submission is asked for under the same ids, so that none of its films is ordered a second time.
 */
export async function submitFilms(drafts: readonly DraftInput[], origin: TaskSummary | null): Promise<void> {
  const { prompt } = useVideo.getState();
  const about = JSON.stringify([drafts, prompt, origin?.id]);
  if (unfinished?.about !== about)
    unfinished = { about, ids: drafts.map(() => crypto.randomUUID()), groupId: crypto.randomUUID() };
  const { ids, groupId } = unfinished;
  const group = drafts.length > 1 ? { groupId } : {};
  const parent = origin ? { parentId: origin.id } : {};
  for (const [at, draft] of drafts.entries())
    await client.tasks.submit({ ...(ids[at] && { id: ids[at] }), draft, prompt, ...group, ...parent });
  unfinished = null;
  if (origin) useVideo.setState(({ setAside: [prompt = '', ...rest] }) => ({ remixOf: null, prompt, setAside: rest }));
}

/** Starts a remix of a film: the next submission changes it. */
export function remix({ id }: TaskSummary): void {
  writeInstead('');
  useVideo.setState({ remixOf: id });
}

/** Puts a task's prompt, and its model, back into the composer. */
export function composeAgain({ prompt, model }: TaskSummary): void {
  writeInstead(prompt);
  useVideo.setState({ remixOf: null, ...(model ? { model } : {}) });
}

/** Changes places with what was being written before; pressed again, with what was set aside before that. */
export const putBack = (): void =>
  useVideo.setState(({ prompt, setAside: [next = '', ...rest] }) => ({
    prompt: next,
    setAside: prompt.trim() === '' ? rest : [...rest, prompt],
    remixOf: null,
  }));

/** Puts other words into the composer; those that stood there are set aside. */
const writeInstead = (words: string): void =>
  useVideo.setState(({ prompt, setAside }) => ({
    prompt: words,
    setAside: prompt.trim() === '' || prompt === words ? setAside : [prompt, ...setAside],
  }));

/** Shows the newest exchange of a task on the wire: its last question, or its submission. */
export async function showTaskOnWire({ id }: TaskSummary): Promise<void> {
  const detail: TaskDetail = await ask('tasks', 'get', { id });
  openWire(detail.lastPollExchangeId ?? detail.submitExchangeId, 'response');
}
