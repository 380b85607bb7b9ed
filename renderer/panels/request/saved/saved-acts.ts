import { AppError } from '#shared/protocol/failure.ts';
import { client } from '../../../lib/client/client.ts';
import { failureInWords } from '../../../lib/failures/failures.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { freshDesk, type RequestDesk, readDesk, writeDesk } from '../model/request-form.ts';
import { answerStore, dropResponse, useAside, useDesk } from '../store.ts';

/** Saves what is written: over the saved request that it came from, or as a new one under a name. Rejects with an `AppError`. */
export async function saveRequest(title: string, asNew: boolean): Promise<void> {
  const desk = useDesk.getState();
  const id = asNew || desk.savedId === null ? crypto.randomUUID() : desk.savedId;
  const named = { ...desk, title };
  const revision = await client.library.save({
    id,
    panel: 'request',
    title,
    starred: false,
    model: null,
    note: `${desk.method} ${desk.path}`.slice(0, 120),
    content: writeDesk(named),
    passages: [{ messageId: id, text: `${title} ${desk.method} ${desk.path}` }],
    revision: id === desk.savedId ? desk.revision : 0,
  });
  useDesk.setState({ title, savedId: id, revision });
  useAside.setState({ begun: untitled(desk) });
}

/** Opens a saved request; one that has places for values, as its form. */
export async function openRequest(id: string): Promise<void> {
  const stored = await client.library.open({ id });
  if (!stored) throw new AppError(failureInWords('not-found-here', strings().request.saved.gone));
  const desk = readDesk(stored.content);
  putOnDesk({ ...desk, title: stored.title, savedId: id, revision: stored.revision }, desk);
  answerStore.setState({ view: /\{\{/.test(stored.content) ? 'form' : 'build' });
}

export async function renameRequest(id: string, title: string): Promise<void> {
  const stored = await client.library.open({ id });
  if (!stored) return;
  const { updatedAt: _, ...document } = stored;
  const revision = await client.library.save({ ...document, title, passages: [{ messageId: id, text: title }] });
  if (useDesk.getState().savedId === id) useDesk.setState({ title, revision });
}

/** Deletes the saved one; what is written in the panel stays. */
export async function removeRequest(id: string): Promise<void> {
  await client.library.remove({ id });
  if (useDesk.getState().savedId === id) useDesk.setState({ savedId: null, revision: 0 });
}

/** Begins anew. */
export const newRequest = (): void => putOnDesk(freshDesk);

/** Takes what was set aside back to the desk. It is not saved yet, like before. */
export function takeBack(content: string): void {
  dropAside(content);
  putOnDesk(readDesk(content));
}

/** Deletes what was set aside. */
export const dropAside = (content: string): void =>
  useAside.setState(({ contents }) => ({ contents: contents.filter((one) => one !== content) }));

/** What is written and not saved as `begun` gives way, and is set aside. */
function putOnDesk(next: RequestDesk, begun = freshDesk): void {
  const desk = useDesk.getState();
  useAside.setState((aside) => {
    if (untitled(desk) === aside.begun) return { begun: untitled(begun) };
    const content = writeDesk(desk);
    return { contents: [content, ...aside.contents.filter((one) => one !== content)], begun: untitled(begun) };
  });
  useDesk.setState({ ...next });
  dropResponse();
}

/** A request of another name is the same request. */
const untitled = (desk: RequestDesk): string => writeDesk({ ...desk, title: '' });
