import { beforeEach, expect, test } from 'vitest';
import { requestDraft } from '../../../../../renderer/panels/request/model/request-draft.ts';
import { emptyForm, readForm, writeForm } from '../../../../../renderer/panels/request/model/request-form.ts';
import {
  dropUnsaved,
  newRequest,
  openRouteForm,
  restoreUnsaved,
  saveRequest,
} from '../../../../../renderer/panels/request/saved/saved-acts.ts';
import { changeForm, resultStore, useForm, useUnsavedRequests } from '../../../../../renderer/panels/request/store.ts';

const pathInForm = () => useForm.getState().path;
const pathsAside = () => useUnsavedRequests.getState().contents.map((content) => readForm(content).path);
const asideAt = (at: number) => useUnsavedRequests.getState().contents[at] ?? '';

beforeEach(() => {
  useForm.setState({ ...emptyForm });
  useUnsavedRequests.setState({ contents: [], begun: writeForm(emptyForm) });
});

test('a new request sets the written one aside; restoring it sets aside what was written since', () => {
  changeForm({ path: '/first' });
  newRequest();
  expect([pathInForm(), pathsAside()]).toEqual([emptyForm.path, ['/first']]);
  changeForm({ path: '/second' });
  restoreUnsaved(asideAt(0));
  expect([pathInForm(), pathsAside()]).toEqual(['/first', ['/second']]);
});

test('a request in which nothing was written is not set aside', () => {
  changeForm({ path: '/first' });
  newRequest();
  newRequest();
  expect(pathsAside()).toEqual(['/first']);
  restoreUnsaved(asideAt(0));
  expect([pathInForm(), pathsAside()]).toEqual(['/first', []]);
  newRequest();
  expect(pathsAside()).toEqual(['/first']);
});

test('setting one aside removes none that was set aside before, and it disappears only when deleted', () => {
  for (const path of ['/first', '/second', '/third']) {
    changeForm({ path });
    newRequest();
  }
  expect(pathsAside()).toEqual(['/third', '/second', '/first']);
  restoreUnsaved(asideAt(2));
  expect([pathInForm(), pathsAside()]).toEqual(['/first', ['/third', '/second']]);
  dropUnsaved(asideAt(0));
  expect(pathsAside()).toEqual(['/second']);
});

test('a request that is replaced while it is saved is not listed as unsaved, and does not name the new one', async () => {
  changeForm({ path: '/first' });
  let finish = (_revision: number): void => undefined;
  const saving = saveRequest('First', true, { save: () => new Promise((resolve) => (finish = resolve)) });
  newRequest();
  expect(pathsAside()).toEqual(['/first']);
  finish(1);
  await saving;
  expect(pathsAside()).toEqual([]);
  expect(useForm.getState()).toMatchObject({ path: emptyForm.path, title: '', savedId: null });
});

test('a route opens as a form of the fields that its body needs, and the request before it is set aside', () => {
  changeForm({ path: '/first' });
  openRouteForm('edits', '/v1/edits', 'edit-1', { input: 'teh "boat"', instruction: 'Fix it' });
  expect(pathsAside()).toEqual(['/first']);
  const form = useForm.getState();
  expect(resultStore.getState().view).toBe('form');
  expect(form.fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'model text',
    'input long',
    'instruction long',
  ]);
  const draft = requestDraft(form, { connectionId: 'c1', keyId: 'k1' });
  expect(draft).toMatchObject({ custom: { method: 'POST', path: '/v1/edits' }, body: { kind: 'json' } });
  expect(draft.body.kind === 'json' && JSON.parse(draft.body.text)).toEqual({
    model: 'edit-1',
    input: 'teh "boat"',
    instruction: 'Fix it',
  });
});
