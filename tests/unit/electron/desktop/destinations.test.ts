import type { WebContents } from 'electron';
import { expect, test } from 'vitest';
import { createDestinations } from '../../../../electron/desktop/destinations.ts';

const [one, other] = [{}, {}] as [WebContents, WebContents];
const task = (id: string) => ({ kind: 'task', id }) as const;

test('a page is led where it was told before it listened, and other pages are not', async () => {
  const destinations = createDestinations();
  destinations.send(one, task('a'));
  destinations.send(one, task('b'));
  const stop = new AbortController();
  const elsewhere = destinations.listen(other, stop.signal)[Symbol.asyncIterator]().next();
  const led = destinations.listen(one, stop.signal)[Symbol.asyncIterator]();
  expect((await led.next()).value).toEqual(task('b'));
  const next = led.next();
  destinations.send(one, task('c'));
  expect((await next).value).toEqual(task('c'));
  const last = led.next();
  stop.abort();
  expect(await last).toEqual({ done: true, value: undefined });
  expect(await elsewhere).toEqual({ done: true, value: undefined });
});

test('after a page was loaded again only its new stream is told', async () => {
  const destinations = createDestinations();
  const [before, after] = [new AbortController(), new AbortController()];
  const old = destinations.listen(one, before.signal)[Symbol.asyncIterator]().next();
  before.abort();
  expect((await old).done).toBe(true);
  const fresh = destinations.listen(one, after.signal)[Symbol.asyncIterator]().next();
  destinations.send(one, task('a'));
  expect((await fresh).value).toEqual(task('a'));
});
