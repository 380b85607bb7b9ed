import { expect, test } from 'vitest';
import { createMenuCommands } from '../../../../electron/menu-commands.ts';

test('what is chosen reaches every page that listens, in order', async () => {
  const commands = createMenuCommands();
  const { signal } = new AbortController();
  const first = commands.listen(signal)[Symbol.asyncIterator]();
  const second = commands.listen(signal)[Symbol.asyncIterator]();
  const waiting = [first.next(), second.next()];
  commands.send('palette');
  commands.send('list');
  expect(await Promise.all(waiting)).toEqual(Array(2).fill({ done: false, value: { command: 'palette' } }));
  expect(await first.next()).toEqual({ done: false, value: { command: 'list' } });
});

test('a page that comes later does not get what was chosen before', async () => {
  const commands = createMenuCommands();
  commands.send('new');
  const next = commands.listen(new AbortController().signal)[Symbol.asyncIterator]().next();
  commands.send('find');
  expect((await next).value).toEqual({ command: 'find' });
});

test('leaving ends the stream, also while it waits', async () => {
  const commands = createMenuCommands();
  const leaving = new AbortController();
  const listener = commands.listen(leaving.signal)[Symbol.asyncIterator]();
  const waiting = listener.next();
  leaving.abort();
  expect((await waiting).done).toBe(true);
  commands.send('new');
  expect((await commands.listen(leaving.signal)[Symbol.asyncIterator]().next()).done).toBe(true);
});
