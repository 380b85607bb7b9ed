import { beforeEach, expect, test } from 'vitest';
import type { ActionId } from '../../../../../renderer/lib/shortcuts/actions.ts';
import { listenForShortcuts } from '../../../../../renderer/lib/shortcuts/listen-for-shortcuts.ts';
import { changeKeys, resetKeys } from '../../../../../renderer/lib/shortcuts/own-keys.ts';
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

const shortcut = (id: ActionId): LiveShortcut => ({ id, run: () => void pressed.push(id) });
const live = (...ids: ActionId[]) => liveShortcuts.setState({ list: ids.map(shortcut) });

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
  live('palette', 'checks.new');
  const stop = listenForShortcuts();
  const field = new Place({ isField: true });
  const menu = new Place({ inPage: false });
  for (const target of [new Place(), field, menu]) press('k', { control: true, target });
  expect(pressed).toEqual(['palette', 'palette', 'palette']);
  for (const target of [new Place(), field, menu]) press('n', { target });
  expect(pressed.slice(3)).toEqual(['checks.new']);
  stop();
  press('n');
  expect(pressed).toHaveLength(4);
});

test('a handled key press is not passed to the browser; one handled elsewhere first is ignored', () => {
  live('palette');
  const stop = listenForShortcuts();
  expect(press('k', { control: true }).defaultPrevented).toBe(true);
  expect(press('k').defaultPrevented).toBe(false);
  press('k', { control: true, isTaken: true });
  expect(pressed).toEqual(['palette']);
  stop();
});

test('the action mounted last wins its keys, and releases them', () => {
  live('prompt', 'wire.filter');
  const stop = listenForShortcuts();
  press('/');
  live('prompt');
  press('/');
  expect(pressed).toEqual(['wire.filter', 'prompt']);
  stop();
});

test('the end of a sequence does not trigger the action of that letter', () => {
  live('wire.curl', 'panel.chat');
  const stop = listenForShortcuts();
  press('g');
  press('c');
  expect(pressed).toEqual(['panel.chat']);
  press('c');
  expect(pressed).toEqual(['panel.chat', 'wire.curl']);
  stop();
});

test('an action may opt in to working in fields; one without keys has none', () => {
  live('audio.stop-recording', 'wire.har');
  const stop = listenForShortcuts();
  const target = new Place({ isField: true });
  press('Escape', { target });
  live('images.desk');
  press('Escape', { target });
  press('', { target });
  expect(pressed).toEqual(['audio.stop-recording']);
  stop();
});

test('changed keys work at once, and the old ones no longer', () => {
  live('palette');
  const stop = listenForShortcuts();
  changeKeys('palette', '$mod+p');
  press('k', { control: true });
  expect(pressed).toEqual([]);
  press('p', { control: true });
  expect(pressed).toEqual(['palette']);
  resetKeys();
  press('k', { control: true });
  expect(pressed).toEqual(['palette', 'palette']);
  stop();
});
