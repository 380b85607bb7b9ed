import { beforeEach, expect, test } from 'vitest';
import { emptyForm, readForm, writeForm } from '../../../../../renderer/panels/request/model/request-form.ts';
import { dropAside, newRequest, takeBack } from '../../../../../renderer/panels/request/saved/saved-acts.ts';
import { changeForm, useAside, useForm } from '../../../../../renderer/panels/request/store.ts';

const pathInForm = () => useForm.getState().path;
const pathsAside = () => useAside.getState().contents.map((content) => readForm(content).path);
const asideAt = (at: number) => useAside.getState().contents[at] ?? '';

beforeEach(() => {
  useForm.setState({ ...emptyForm });
  useAside.setState({ contents: [], begun: writeForm(emptyForm) });
});

test('what is written gives way to a new request and is taken back, and what was written since gives way to it', () => {
  changeForm({ path: '/first' });
  newRequest();
  expect([pathInForm(), pathsAside()]).toEqual([emptyForm.path, ['/first']]);
  changeForm({ path: '/second' });
  takeBack(asideAt(0));
  expect([pathInForm(), pathsAside()]).toEqual(['/first', ['/second']]);
});

test('a request in which nothing was written is not set aside', () => {
  changeForm({ path: '/first' });
  newRequest();
  newRequest();
  expect(pathsAside()).toEqual(['/first']);
  takeBack(asideAt(0));
  expect([pathInForm(), pathsAside()]).toEqual(['/first', []]);
  newRequest();
  expect(pathsAside()).toEqual(['/first']);
});

test('one that is set aside pushes out none that was set aside before, and goes only when it is deleted', () => {
  for (const path of ['/first', '/second', '/third']) {
    changeForm({ path });
    newRequest();
  }
  expect(pathsAside()).toEqual(['/third', '/second', '/first']);
  takeBack(asideAt(2));
  expect([pathInForm(), pathsAside()]).toEqual(['/first', ['/third', '/second']]);
  dropAside(asideAt(0));
  expect(pathsAside()).toEqual(['/second']);
});
