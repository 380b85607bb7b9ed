import type { WebContents } from 'electron';
import { expect, test } from 'vitest';
import { createMenuCommands } from '../../../../../electron/desktop/menu/menu-commands.ts';

const pages = [{}, {}] as [WebContents, WebContents];

/** `front`: index of the page whose window is in front. */
function createCommands(front: { at: number | null } = { at: 0 }) {
  return createMenuCommands({
    focusedWindow: () => (front.at === null ? null : ({ webContents: pages[front.at] } as never)),
  });
}

test('a selected command reaches the page of the window in front, in order', async () => {
  const front = { at: 0 as number | null };
  const commands = createCommands(front);
  const { signal } = new AbortController();
  const first = commands.listen(pages[0], signal)[Symbol.asyncIterator]();
  const second = commands.listen(pages[1], signal)[Symbol.asyncIterator]();
  const waiting = [first.next(), second.next()];
  commands.send('palette');
  commands.send('list');
  front.at = null;
  commands.send('theme');
  front.at = 1;
  commands.send('find');
  expect((await Promise.all(waiting)).map((one) => one.value)).toEqual([{ command: 'palette' }, { command: 'find' }]);
  expect(await first.next()).toEqual({ done: false, value: { command: 'list' } });
});

test('a page opened later does not get earlier commands', async () => {
  const commands = createCommands();
  commands.send('new');
  const next = commands.listen(pages[0], new AbortController().signal)[Symbol.asyncIterator]().next();
  commands.send('find');
  expect((await next).value).toEqual({ command: 'find' });
});

test('leaving ends the stream, also while it waits', async () => {
  const commands = createCommands();
  const quit = new AbortController();
  const listener = commands.listen(pages[0], quit.signal)[Symbol.asyncIterator]();
  const waiting = listener.next();
  quit.abort();
  expect((await waiting).done).toBe(true);
  commands.send('new');
  expect((await commands.listen(pages[0], quit.signal)[Symbol.asyncIterator]().next()).done).toBe(true);
});
