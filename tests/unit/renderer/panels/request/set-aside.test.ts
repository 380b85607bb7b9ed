import { beforeEach, expect, test } from 'vitest';
import { freshDesk, readDesk, writeDesk } from '../../../../../renderer/panels/request/model/request-form.ts';
import { dropAside, newRequest, takeBack } from '../../../../../renderer/panels/request/saved/saved-acts.ts';
import { changeDesk, useAside, useDesk } from '../../../../../renderer/panels/request/store.ts';

const pathOnDesk = () => useDesk.getState().path;
const pathsAside = () => useAside.getState().contents.map((content) => readDesk(content).path);
const asideAt = (at: number) => useAside.getState().contents[at] ?? '';

beforeEach(() => {
  useDesk.setState({ ...freshDesk });
  useAside.setState({ contents: [], begun: writeDesk(freshDesk) });
});

test('what is written gives way to a new request and is taken back, and what was written since gives way to it', () => {
  changeDesk({ path: '/first' });
  newRequest();
  expect([pathOnDesk(), pathsAside()]).toEqual([freshDesk.path, ['/first']]);
  changeDesk({ path: '/second' });
  takeBack(asideAt(0));
  expect([pathOnDesk(), pathsAside()]).toEqual(['/first', ['/second']]);
});

test('a request in which nothing was written is not set aside', () => {
  changeDesk({ path: '/first' });
  newRequest();
  newRequest();
  expect(pathsAside()).toEqual(['/first']);
  takeBack(asideAt(0));
  expect([pathOnDesk(), pathsAside()]).toEqual(['/first', []]);
  newRequest();
  expect(pathsAside()).toEqual(['/first']);
});

test('one that is set aside pushes out none that was set aside before, and goes only when it is deleted', () => {
  for (const path of ['/first', '/second', '/third']) {
    changeDesk({ path });
    newRequest();
  }
  expect(pathsAside()).toEqual(['/third', '/second', '/first']);
  takeBack(asideAt(2));
  expect([pathOnDesk(), pathsAside()]).toEqual(['/first', ['/third', '/second']]);
  dropAside(asideAt(0));
  expect(pathsAside()).toEqual(['/second']);
});
