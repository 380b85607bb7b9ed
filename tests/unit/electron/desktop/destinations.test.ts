import type { WebContents } from 'electron';
import { expect, test } from 'vitest';
import { createDestinations } from '../../../../electron/desktop/destinations.ts';

const [one, other] = [{}, {}] as [WebContents, WebContents];
const task = (id: string) => ({ kind: 'task', id }) as const;

test('a page gets the last destination sent before it listened, and other pages do not', async () => {
  const destinations = createDestinations();
  destinations.send(one, task('a'));
  destinations.send(one, task('b'));
  const stop = new AbortController();
  const elsewhere = destinations.listen(other, stop.signal)[Symbol.asyncIterator]().next();
  const stream = destinations.listen(one, stop.signal)[Symbol.asyncIterator]();
  expect((await stream.next()).value).toEqual(task('b'));
  const next = stream.next();
  destinations.send(one, task('c'));
  expect((await next).value).toEqual(task('c'));
  const last = stream.next();
  stop.abort();
  expect(await last).toEqual({ done: true, value: undefined });
  expect(await elsewhere).toEqual({ done: true, value: undefined });
});

test("after a reload only the page's new stream receives destinations", async () => {
  const destinations = createDestinations();
  const [before, after] = [new AbortController(), new AbortController()];
  const old = destinations.listen(one, before.signal)[Symbol.asyncIterator]().next();
  before.abort();
  expect((await old).done).toBe(true);
  const fresh = destinations.listen(one, after.signal)[Symbol.asyncIterator]().next();
  destinations.send(one, task('a'));
  expect((await fresh).value).toEqual(task('a'));
});
