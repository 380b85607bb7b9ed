import { AppError } from '#shared/protocol/failure.ts';
import { client } from '../../../lib/client/client.ts';
import { failureText } from '../../../lib/failures/failures.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { emptyForm, type RequestForm, readForm, writeForm } from '../model/request-form.ts';
import { answerStore, dropResponse, useAside, useForm } from '../store.ts';

/** Saves what is written: over the saved request that it came from, or as a new one under a name. Rejects with an `AppError`. */
export async function saveRequest(title: string, asNew: boolean): Promise<void> {
  const form = useForm.getState();
  const id = asNew || form.savedId === null ? crypto.randomUUID() : form.savedId;
  const named = { ...form, title };
  const revision = await client.library.save({
    id,
    panel: 'request',
    title,
    starred: false,
    model: null,
    note: `${form.method} ${form.path}`.slice(0, 120),
    content: writeForm(named),
    passages: [{ messageId: id, text: `${title} ${form.method} ${form.path}` }],
    revision: id === form.savedId ? form.revision : 0,
  });
  useForm.setState({ title, savedId: id, revision });
  useAside.setState({ begun: untitled(form) });
}

/** Opens a saved request; one that has places for values, as its form. */
export async function openRequest(id: string): Promise<void> {
  const stored = await client.library.open({ id });
  if (!stored) throw new AppError(failureText('not-found-here', strings().request.saved.gone));
  const form = readForm(stored.content);
  putInForm({ ...form, title: stored.title, savedId: id, revision: stored.revision }, form);
  answerStore.setState({ view: /\{\{/.test(stored.content) ? 'form' : 'build' });
}

export async function renameRequest(id: string, title: string): Promise<void> {
  const stored = await client.library.open({ id });
  if (!stored) return;
  const { updatedAt: _, ...document } = stored;
  const revision = await client.library.save({ ...document, title, passages: [{ messageId: id, text: title }] });
  if (useForm.getState().savedId === id) useForm.setState({ title, revision });
}

/** Deletes the saved one; what is written in the panel stays. */
export async function removeRequest(id: string): Promise<void> {
  await client.library.remove({ id });
  if (useForm.getState().savedId === id) useForm.setState({ savedId: null, revision: 0 });
}

/** Begins anew. */
export const newRequest = (): void => putInForm(emptyForm);

/** Takes what was set aside back to the desk. It is not saved yet, like before. */
export function takeBack(content: string): void {
  dropAside(content);
  putInForm(readForm(content));
}

/** Deletes what was set aside. */
export const dropAside = (content: string): void =>
  useAside.setState(({ contents }) => ({ contents: contents.filter((one) => one !== content) }));

/** What is written and not saved as `begun` gives way, and is set aside. */
function putInForm(next: RequestForm, begun = emptyForm): void {
  const form = useForm.getState();
  useAside.setState((aside) => {
    if (untitled(form) === aside.begun) return { begun: untitled(begun) };
    const content = writeForm(form);
    return { contents: [content, ...aside.contents.filter((one) => one !== content)], begun: untitled(begun) };
  });
  useForm.setState({ ...next });
  dropResponse();
}

/** A request of another name is the same request. */
const untitled = (form: RequestForm): string => writeForm({ ...form, title: '' });
