import { beforeEach, expect, test } from 'vitest';
import {
  changeKeys,
  keysOf,
  keysOfPress,
  resetKeys,
  usedBy,
  useOwnKeys,
} from '../../../../../renderer/lib/shortcuts/own-keys.ts';

beforeEach(() => resetKeys());

const press = (key: string, held: Partial<Parameters<typeof keysOfPress>[0]> = {}, mac = false) =>
  keysOfPress({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }, mac);

test('an action has its own keys until they are reset', () => {
  expect(keysOf('palette')).toBe('$mod+k');
  changeKeys('palette', '$mod+p');
  expect(keysOf('palette')).toBe('$mod+p');
  changeKeys('drawer', '');
  expect(keysOf('drawer')).toBe('');
  resetKeys('palette');
  expect(Object.keys(useOwnKeys.getState().keys)).toEqual(['drawer']);
});

test('keys that another action has in the same place are taken from it', () => {
  expect(usedBy('chat.retry', '$mod+k')).toBe('palette');
  changeKeys('chat.retry', '$mod+k');
  expect(keysOf('palette')).toBe('');
  // Two panels share keys.
  expect(usedBy('wire.pin', 'n')).toBeUndefined();
  expect(usedBy('checks.new', 'r')).toBeUndefined();
  // The first press of a sequence cannot be a shortcut of its own.
  expect(usedBy('wire.pin', 'g')).toBe('panel.chat');
});

test('a press is written as keys', () => {
  expect(press('K', { ctrlKey: true, shiftKey: true })).toBe('$mod+Shift+k');
  expect(press('k', { metaKey: true }, true)).toBe('$mod+k');
  expect(press('k', { ctrlKey: true }, true)).toBe('Control+k');
  expect(press('?', { shiftKey: true })).toBe('[Shift]+?');
  expect(press('F2')).toBe('F2');
  expect(press(' ', { altKey: true })).toBe('Alt+Space');
});

test.each([
  ['Shift', { shiftKey: true }],
  ['Tab', {}],
  ['Enter', {}],
  ['c', { ctrlKey: true }],
  ['w', { ctrlKey: true }],
])('%s cannot be a shortcut', (key, held) => {
  expect(press(key, held)).toBeNull();
});
