import { beforeEach, expect, test } from 'vitest';
import { listenForShortcuts } from '../../../../../renderer/lib/shortcuts/listen-for-shortcuts.ts';
import { type LiveShortcut, liveShortcuts } from '../../../../../renderer/lib/shortcuts/shortcuts.ts';
import { stubGlobals } from '../../../../support/stub-globals.ts';

/** The part of an element that the listener reads. */
class Place {
  readonly isField: boolean;
  readonly inPage: boolean;
  constructor({ isField = false, inPage = true } = {}) {
    this.isField = isField;
    this.inPage = inPage;
  }
  matches = () => this.isField;
  closest = () => (this.inPage ? this : null);
}

let page: EventTarget;
let pressed: string[];

beforeEach(() => {
  page = new EventTarget();
  pressed = [];
  stubGlobals({
    Element: Place,
    document: { body: new Place() },
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  });
});

const shortcut = (id: string, keys: string, more: Partial<LiveShortcut> = {}): LiveShortcut => ({
  id,
  keys,
  title: id,
  group: 'test',
  run: () => void pressed.push(id),
  ...more,
});
const live = (...list: LiveShortcut[]) => liveShortcuts.setState({ list });

function press(key: string, { control = false, target = new Place(), isTaken = false } = {}): Event {
  const event = new Event('keydown', { cancelable: true });
  Object.defineProperties(event, {
    target: { value: target },
    key: { value: key },
    code: { value: `Key${key.toUpperCase()}` },
    isComposing: { value: false },
    getModifierState: { value: (name: string) => control && name === 'Control' },
  });
  if (isTaken) event.preventDefault();
  page.dispatchEvent(event);
  return event;
}

test('a chord works everywhere, a letter only outside fields and outside overlays', () => {
  live(shortcut('find', '$mod+k'), shortcut('help', 'h'));
  const stop = listenForShortcuts();
  const field = new Place({ isField: true });
  const menu = new Place({ inPage: false });
  for (const target of [new Place(), field, menu]) press('k', { control: true, target });
  expect(pressed).toEqual(['find', 'find', 'find']);
  for (const target of [new Place(), field, menu]) press('h', { target });
  expect(pressed.slice(3)).toEqual(['help']);
  stop();
  press('h');
  expect(pressed).toHaveLength(4);
});

test('a handled key press is not passed to the browser; one handled elsewhere first is ignored', () => {
  live(shortcut('find', '$mod+k'));
  const stop = listenForShortcuts();
  expect(press('k', { control: true }).defaultPrevented).toBe(true);
  expect(press('k').defaultPrevented).toBe(false);
  press('k', { control: true, isTaken: true });
  expect(pressed).toEqual(['find']);
  stop();
});

test('the shortcut mounted last wins its keys, and releases them', () => {
  const first = shortcut('first', 'x');
  live(first, shortcut('second', 'x'));
  const stop = listenForShortcuts();
  press('x');
  live(first);
  press('x');
  expect(pressed).toEqual(['second', 'first']);
  stop();
});

test('the end of a sequence does not trigger the shortcut of that letter', () => {
  live(shortcut('c', 'c'), shortcut('chat', 'g c'));
  const stop = listenForShortcuts();
  press('g');
  press('c');
  expect(pressed).toEqual(['chat']);
  press('c');
  expect(pressed).toEqual(['chat', 'c']);
  stop();
});

test('a shortcut may opt in or out of working in fields', () => {
  live(shortcut('letter', 'y', { inFields: true }), shortcut('chord', '$mod+z', { inFields: false }));
  const stop = listenForShortcuts();
  const target = new Place({ isField: true });
  press('y', { target });
  press('z', { control: true, target });
  expect(pressed).toEqual(['letter']);
  stop();
});
