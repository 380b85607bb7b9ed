import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import { expect, test } from 'vitest';
import {
  cascadeWindow,
  keepWindowState,
  parseWindowState,
  placeWindow,
  readWindowState,
} from '../../../../electron/window-state.ts';

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
])('a window is centred when %s', (_why, change) => {
  expect(placeWindow({ ...state, ...change }, [display])).toEqual({ width: 1200, height: 800 });
});

test('a first window fits its display', () => {
  expect(placeWindow(null, [display])).toEqual({ width: 1440, height: 900 });
  expect(placeWindow(null, [{ x: 0, y: 0, width: 1024, height: 700 }])).toEqual({ width: 1024, height: 700 });
  expect(placeWindow({ ...state, x: 9999, width: 50, height: 50 }, [display])).toEqual({ width: 760, height: 520 });
});

test('another window opens a step beside one, and wholly on its display', () => {
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

test('what is stored is believed only if it is a state', () => {
  expect(parseWindowState(JSON.stringify(state))).toEqual(state);
  for (const text of [
    '',
    'null',
    '[]',
    '{',
    '{"x":1}',
    JSON.stringify({ ...state, width: '1' }),
    JSON.stringify({ ...state, x: 1.5 }),
  ])
    expect([text, parseWindowState(text)]).toEqual([text, null]);
});

test('size and place survive a restart', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'window-'));
  expect(readWindowState(folder)).toBeNull();
  const { isMaximized: _is, isFullScreen: _full, ...bounds } = state;
  const window = Object.assign(new EventEmitter(), {
    getNormalBounds: () => bounds,
    isMaximized: () => true,
    isFullScreen: () => true,
  });
  keepWindowState(window as unknown as BrowserWindow, folder);
  window.emit('close');
  expect(readWindowState(folder)).toEqual({ ...state, isMaximized: true, isFullScreen: true });
  // The full screen of a video is not that of the window.
  window.emit('enter-html-full-screen');
  window.emit('close');
  expect(readWindowState(folder)).toMatchObject({ isFullScreen: false });
  window.emit('leave-html-full-screen');
  window.emit('close');
  expect(readWindowState(folder)).toMatchObject({ isFullScreen: true });
  writeFileSync(path.join(folder, 'window.json'), 'damaged');
  expect(readWindowState(folder)).toBeNull();
  expect(readFileSync(path.join(folder, 'window.json'), 'utf8')).toBe('damaged');
});
