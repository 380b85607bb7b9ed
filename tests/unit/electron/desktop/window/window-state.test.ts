import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import { expect, test } from 'vitest';
import {
  arrangementOf,
  cascadeWindow,
  keepWindowState,
  parseWindowStates,
  placeWindow,
  readUsedLast,
  readWindowState,
} from '../../../../../electron/desktop/window/window-state.ts';

const display = { x: 0, y: 25, width: 1920, height: 1055 };
const second = { x: 1920, y: 0, width: 2560, height: 1440 };
const state = { x: 100, y: 100, width: 1200, height: 800, isMaximized: false, isFullScreen: false };

test('a window opens where it was left', () => {
  expect(placeWindow(state, [display])).toEqual({ x: 100, y: 100, width: 1200, height: 800 });
  expect(placeWindow({ ...state, x: 2500, height: 1300 }, [display, second])).toMatchObject({ x: 2500, height: 1300 });
  expect(placeWindow({ ...state, x: -1000 }, [display])).toMatchObject({ x: -1000 });
});

test.each([
  ['its display is gone', { x: 2500 }],
  ['only a strip too narrow to grab would show', { x: -1100 }],
  ['its title bar would be above the display', { y: -20 }],
  ['its title bar would be below the display', { y: 1070 }],
])('a window is centered when %s', (_why, change) => {
  expect(placeWindow({ ...state, ...change }, [display])).toEqual({ width: 1200, height: 800 });
});

test('a first window fits its display', () => {
  expect(placeWindow(null, [display])).toEqual({ width: 1440, height: 900 });
  expect(placeWindow(null, [{ x: 0, y: 0, width: 1024, height: 700 }])).toEqual({ width: 1024, height: 700 });
  expect(placeWindow({ ...state, x: 9999, width: 50, height: 50 }, [display])).toEqual({ width: 760, height: 520 });
});

test('another window opens offset from an existing one, and entirely on its display', () => {
  expect(cascadeWindow(state, display)).toEqual({ x: 132, y: 132, width: 1200, height: 800 });
  // There is no room to the right or below: from the start of the display again.
  expect(cascadeWindow({ ...state, x: 1000, y: 400 }, display)).toMatchObject({ x: 0, y: 25 });
  expect(cascadeWindow({ ...state, x: 2000, width: 5000 }, second)).toEqual({
    x: 1920,
    y: 132,
    width: 2560,
    height: 800,
  });
  expect(cascadeWindow({ ...state, x: -900 }, display)).toMatchObject({ x: 0, y: 132 });
});

test('stored values are used only if they are a valid state', () => {
  const one = [{ arrangement: '', state }];
  expect(parseWindowStates(JSON.stringify(state))).toEqual(one);
  const damaged = [{ arrangement: 'a' }, null, 5, { arrangement: 5, ...state }];
  expect(parseWindowStates(JSON.stringify({ ...state, arrangements: damaged }))).toEqual(one);
  for (const text of [
    '',
    'null',
    '[]',
    '{',
    '{"x":1}',
    '{"arrangements":{}}',
    JSON.stringify({ ...state, width: '1' }),
    JSON.stringify({ ...state, x: 1.5 }),
  ])
    expect([text, parseWindowStates(text)]).toEqual([text, []]);
});

test('the same displays in the same positions are one arrangement', () => {
  const [laptop, desk] = [
    { bounds: display, scaleFactor: 2 },
    { bounds: second, scaleFactor: 1 },
  ];
  expect(arrangementOf([laptop, desk])).toBe(arrangementOf([desk, laptop]));
  const others = [[laptop], [desk], [laptop, { ...desk, scaleFactor: 1.5 }], [laptop, { ...desk, bounds: display }]];
  expect(new Set([[laptop, desk], ...others].map(arrangementOf)).size).toBe(5);
});

/** A window that was left as `left` says, on the arrangement `on.now`. */
function keep(folder: string, left: Partial<typeof state>, on: { now: string }, number = 1) {
  const { isMaximized, isFullScreen, ...bounds } = { ...state, ...left };
  const window = Object.assign(new EventEmitter(), {
    getNormalBounds: () => bounds,
    isMaximized: () => isMaximized,
    isFullScreen: () => isFullScreen,
  });
  keepWindowState(window as unknown as BrowserWindow, number, folder, () => on.now);
  return window;
}

const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'window-'));

test('size and position survive a restart', () => {
  const folder = newFolder();
  expect(readWindowState(folder, 'a')).toBeNull();
  const window = keep(folder, { isMaximized: true, isFullScreen: true }, { now: 'a' });
  window.emit('close');
  expect(readWindowState(folder, 'a')).toEqual({ ...state, isMaximized: true, isFullScreen: true });
  // The full screen of a video is not that of the window.
  window.emit('enter-html-full-screen');
  window.emit('close');
  expect(readWindowState(folder, 'a')).toMatchObject({ isFullScreen: false });
  window.emit('leave-html-full-screen');
  window.emit('close');
  expect(readWindowState(folder, 'a')).toMatchObject({ isFullScreen: true });
  writeFileSync(path.join(folder, 'window.json'), 'damaged');
  expect(readWindowState(folder, 'a')).toBeNull();
  expect(readFileSync(path.join(folder, 'window.json'), 'utf8')).toBe('damaged');
});

test('each arrangement of displays has its own position; a new one starts from the newest', () => {
  const folder = newFolder();
  keep(folder, { x: 1 }, { now: 'laptop' }).emit('close');
  keep(folder, { x: 2, isMaximized: true }, { now: 'desk' }).emit('close');
  expect(readWindowState(folder, 'laptop')).toMatchObject({ x: 1, isMaximized: false });
  expect(readWindowState(folder, 'desk')).toMatchObject({ x: 2, isMaximized: true });
  expect(readWindowState(folder, 'train')).toMatchObject({ x: 2 });
  // Removing a display moves the window, which says nothing about both displays together.
  const on = { now: 'desk' };
  const window = keep(folder, { x: 3 }, on);
  on.now = 'laptop';
  window.emit('close');
  expect(readWindowState(folder, 'laptop')).toMatchObject({ x: 3 });
  expect(readWindowState(folder, 'desk')).toMatchObject({ x: 2 });
});

test('the state of an earlier version opens, and an earlier version reads the newest', () => {
  const folder = newFolder();
  const file = path.join(folder, 'window.json');
  expect(readUsedLast(folder)).toBe(1);
  writeFileSync(file, JSON.stringify(state));
  expect(readWindowState(folder, 'laptop')).toEqual(state);
  expect(readUsedLast(folder)).toBe(1);
  keep(folder, { x: 5 }, { now: 'laptop' }, 3).emit('close');
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { arrangements: unknown[] };
  expect(stored).toMatchObject({ ...state, x: 5 });
  expect(readUsedLast(folder)).toBe(3);
  expect(stored.arrangements).toHaveLength(1);
});

test('sixteen arrangements are remembered, the oldest is forgotten first', () => {
  const folder = newFolder();
  for (let index = 0; index < 20; index += 1) keep(folder, { x: index }, { now: `${index}` }).emit('close');
  expect([4, 3].map((index) => readWindowState(folder, `${index}`)?.x)).toEqual([4, 19]);
});
