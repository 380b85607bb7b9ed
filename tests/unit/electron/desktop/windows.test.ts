import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { expect, test } from 'vitest';
import { createAppWindows, type WindowRequest } from '../../../../electron/desktop/windows.ts';

class Window extends EventEmitter {
  readonly log: string[] = [];
  address = 'app://patchbay/';
  isSmall = false;
  webContents = { getURL: () => this.address };
  isMinimized = () => this.isSmall;
  restore = () => void this.log.push('restore');
  show = () => void this.log.push('show');
  focus = () => {
    this.log.push('focus');
    this.emit('focus');
  };
}

function create(usedLast = 1) {
  const requests: WindowRequest[] = [];
  const windows = createAppWindows(
    (request) => {
      requests.push(request);
      return new Window() as unknown as BrowserWindow;
    },
    () => usedLast,
  );
  return { windows, requests, open: (hash?: string) => windows.openWindow(hash) as unknown as Window };
}

test('the last used window is the focused one, also after others were closed', () => {
  const { windows, open } = create();
  expect(windows.focusedWindow()).toBeNull();
  const [first, second, third] = [open(), open(), open()];
  expect(windows.all()).toEqual([third, second, first]);
  first.focus();
  expect(windows.all()).toEqual([first, third, second]);
  first.emit('closed');
  expect(windows.focusedWindow()).toBe(third);
  second.emit('closed');
  third.emit('closed');
  expect(windows.focusedWindow()).toBeNull();
});

test('another window opens beside the focused one, on its panel or on the one that is named', () => {
  const { requests, open } = create();
  const first = open();
  first.address = 'app://patchbay/#/images';
  open();
  first.focus();
  open('#/wire');
  expect(requests).toEqual([
    { hash: '', beside: null, number: 1 },
    { hash: '#/images', beside: first, number: 2 },
    { hash: '#/wire', beside: first, number: 3 },
  ]);
});

test('showing restores and focuses the last used window, or opens one', () => {
  const { windows, open } = create();
  const opened = windows.showWindow() as unknown as Window;
  expect([windows.all().length, opened.log]).toEqual([1, []]);
  const second = open();
  opened.focus();
  opened.isSmall = true;
  expect(windows.showWindow()).toBe(opened);
  expect(opened.log).toEqual(['focus', 'restore', 'show', 'focus']);
  expect(second.log).toEqual([]);
});

test('a callback for every window also runs for later ones', () => {
  const { windows, open } = create();
  open();
  const seen: unknown[] = [];
  windows.onOpen((window) => seen.push(window));
  const second = open();
  expect(seen).toEqual([second]);
});

test('a window has the lowest free number, the first one that of the last used window', () => {
  const { windows, requests, open } = create(2);
  const numbers = () => requests.map(({ number }) => number);
  const [first, second, third] = [open(), open(), open()];
  expect(numbers()).toEqual([2, 1, 3]);
  second.emit('closed');
  const fourth = open();
  expect(numbers().at(-1)).toBe(1);
  const numberOf = ({ webContents }: Window) => windows.numberOf(webContents as never);
  expect([first, third, fourth].map(numberOf)).toEqual([2, 3, 1]);
});

test('a page that keeps requesting windows gets the focused one shown instead', () => {
  const { windows, requests, open } = create();
  for (let at = 0; at < 100; at += 1) open();
  expect(requests).toHaveLength(24);
  expect((windows.focusedWindow() as unknown as Window).log).toContain('focus');
});
