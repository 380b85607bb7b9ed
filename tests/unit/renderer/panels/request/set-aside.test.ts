import { beforeEach, expect, test } from 'vitest';
import { freshDesk, readDesk, writeDesk } from '../../../../../renderer/panels/request/model/request-desk.ts';
import { changeDesk, useAside, useDesk } from '../../../../../renderer/panels/request/request-store.ts';
import { newRequest, takeBack } from '../../../../../renderer/panels/request/saved/saved-acts.ts';

const pathOnDesk = () => useDesk.getState().path;
const pathAside = () => {
  const { content } = useAside.getState();
  return content === '' ? null : readDesk(content).path;
};

beforeEach(() => {
  useDesk.setState({ ...freshDesk });
  useAside.setState({ content: '', begun: writeDesk(freshDesk) });
});

test('what is written gives way to a new request and is taken back, and what was written since gives way to it', () => {
  changeDesk({ path: '/first' });
  newRequest();
  expect([pathOnDesk(), pathAside()]).toEqual([freshDesk.path, '/first']);
  changeDesk({ path: '/second' });
  takeBack();
  expect([pathOnDesk(), pathAside()]).toEqual(['/first', '/second']);
});

test('a request in which nothing was written is not set aside, and does not push out what is', () => {
  changeDesk({ path: '/first' });
  newRequest();
  newRequest();
  expect(pathAside()).toBe('/first');
  takeBack();
  expect([pathOnDesk(), pathAside()]).toEqual(['/first', null]);
  newRequest();
  expect(pathAside()).toBe('/first');
});
