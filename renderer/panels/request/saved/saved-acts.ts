import type { Client } from '#shared/contract/index.ts';
import { AppError } from '#shared/protocol/failure.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { client } from '../../../lib/client/client.ts';
import { failureText } from '../../../lib/failures/failures.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import type { PastedRequest } from '../model/pasted-curl.ts';
import { emptyForm, type FieldSpec, type RequestForm, readForm, writeForm } from '../model/request-form.ts';
import { dropResponse, resultStore, useForm, useUnsavedRequests } from '../store.ts';

/**
 * Saves the request: overwrites the saved request it came from, or creates a new one with a name. Rejects with an
 * `AppError`.
 */
export async function saveRequest(
  title: string,
  asNew: boolean,
  library: Pick<Client['library'], 'save'> = client.library,
): Promise<void> {
  const mine = generation;
  const form = useForm.getState();
  const id = asNew || form.savedId === null ? crypto.randomUUID() : form.savedId;
  const named = { ...form, title };
  const revision = await library.save({
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
  // Another request is in the editor by now, and this one was set aside as unsaved.
  if (generation !== mine) return dropUnsaved(writeForm(form));
  useForm.setState({ title, savedId: id, revision });
  useUnsavedRequests.setState({ begun: untitled(form) });
}

/** Opens a saved request; one with variables, as its form. */
export async function openRequest(id: string): Promise<void> {
  const stored = await client.library.open({ id });
  if (!stored) throw new AppError(failureText('not-found-here', strings().request.saved.gone));
  const form = readForm(stored.content);
  replaceForm({ ...form, title: stored.title, savedId: id, revision: stored.revision }, form);
  resultStore.setState({ view: /\{\{/.test(stored.content) ? 'form' : 'build' });
}

export async function renameRequest(id: string, title: string): Promise<void> {
  const stored = await client.library.open({ id });
  if (!stored) return;
  const { updatedAt: _, ...document } = stored;
  const revision = await client.library.save({ ...document, title, passages: [{ messageId: id, text: title }] });
  if (useForm.getState().savedId === id) useForm.setState({ title, revision });
}

/** Deletes the saved request; the one in the editor stays. */
export async function removeRequest(id: string): Promise<void> {
  await client.library.remove({ id });
  if (useForm.getState().savedId === id) useForm.setState({ savedId: null, revision: 0 });
}

/** Starts a new request. */
export const newRequest = (): void => replaceForm(emptyForm);

/** Moves a request that was never changed to the path at which a gateway lists its models. */
export function startAt(path: string): void {
  const form = useForm.getState();
  const isUntouched =
    writeForm(form) === writeForm(emptyForm) && useUnsavedRequests.getState().begun === untitled(form);
  if (!isUntouched || form.savedId !== null) return;
  useForm.setState({ path });
  useUnsavedRequests.setState({ begun: untitled({ ...form, path }) });
}

/** Puts a pasted request into the editor. */
export const openPasted = ({ form, ...facts }: PastedRequest): void => {
  replaceForm(form);
  resultStore.setState({ pasted: facts });
};

/** Fields that a route takes besides those that it needs. */
const furtherFields: Partial<Record<RouteId, readonly string[]>> = { edits: ['input'] };

/** Puts a route into the editor as a form: one field for each that its body needs. */
export function openRouteForm(
  routeId: RouteId,
  path: string,
  model: string,
  values: Readonly<Record<string, string>> = {},
): void {
  const { method, needs = [] } = routes[routeId];
  const names = [...new Set(['model', ...(furtherFields[routeId] ?? []), ...needs])];
  const body = Object.fromEntries(names.map((name) => [name, `{{${name}}}`]));
  const fields = names.map((name): FieldSpec => {
    const kind = name === 'model' ? 'text' : 'long';
    return { name, kind, options: '', start: '' };
  });
  replaceForm({
    ...emptyForm,
    method,
    path,
    bodyMode: 'json',
    json: JSON.stringify(body, null, 2),
    fields,
    values: { model, ...values },
  });
  resultStore.setState({ view: 'form' });
}

/** Moves a request that was set aside back to the editor, still unsaved. */
export function restoreUnsaved(content: string): void {
  dropUnsaved(content);
  replaceForm(readForm(content));
}

/** Deletes a request that was set aside. */
export const dropUnsaved = (content: string): void =>
  useUnsavedRequests.setState(({ contents }) => ({ contents: contents.filter((one) => one !== content) }));

/** Counts how often the request in the editor was replaced. */
let generation = 0;

/**
 * Replaces the request in the editor, and sets the old one aside if it has unsaved changes. `begun` is the state in
 * which the new one counts as unchanged.
 */
function replaceForm(next: RequestForm, begun = emptyForm): void {
  const form = useForm.getState();
  generation += 1;
  useUnsavedRequests.setState((aside) => {
    if (untitled(form) === aside.begun) return { begun: untitled(begun) };
    const content = writeForm(form);
    return { contents: [content, ...aside.contents.filter((one) => one !== content)], begun: untitled(begun) };
  });
  useForm.setState({ ...next });
  dropResponse();
  resultStore.setState({ pasted: null });
}

/** Requests that differ only in their name are the same. */
const untitled = (form: RequestForm): string => writeForm({ ...form, title: '' });
