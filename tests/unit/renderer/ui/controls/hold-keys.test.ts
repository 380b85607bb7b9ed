import { beforeEach, expect, test } from 'vitest';
import { holdKeys, type TypedAhead } from '../../../../../renderer/ui/controls/hold-keys.ts';
import { stubGlobals } from '../../../../support/stub-globals.ts';

/** The part of an element that the holder reads. */
class Place {
  readonly isOpened: boolean;
  constructor(isOpened: boolean) {
    this.isOpened = isOpened;
  }
  matches = () => this.isOpened;
}

const composer = new Place(false);
const body = new Place(false);
let listeners: Set<(event: object) => void>;
let typed: TypedAhead | undefined;
let escaped: string | undefined;

beforeEach(() => {
  listeners = new Set();
  typed = undefined;
  escaped = undefined;
  stubGlobals({
    Element: Place,
    document: { activeElement: composer, body },
    window: {
      addEventListener(_: string, listener: () => void, { signal }: { signal: AbortSignal }) {
        listeners.add(listener);
        signal.addEventListener('abort', () => listeners.delete(listener));
      },
    },
  });
});

const hold = (text = '') =>
  holdKeys(
    text,
    (next) => {
      typed = next;
    },
    (all) => {
      escaped = all;
    },
  );

/** Presses a key; returns whether what has the focus got it. */
function press(key: string, { target = composer, ctrlKey = false } = {}): boolean {
  let arrives = true;
  const event = {
    key,
    ctrlKey,
    target,
    preventDefault() {
      arrives = false;
    },
    stopPropagation() {},
  };
  for (const listener of listeners) listener(event);
  return arrives;
}

test('keys belong to the field that opens, and the one below gets none of them', () => {
  hold('se');
  expect([...'tx', 'Backspace', 'ArrowDown', ...'ti', 'Enter'].map((key) => press(key))).not.toContain(true);
  expect(typed).toEqual({ text: 'setti', isEntered: true });
  press('n');
  expect(typed).toEqual({ text: 'settin', isEntered: false });
});

test('shortcuts still work, and Escape ends it with what was typed', () => {
  hold();
  press('a');
  expect(press('k', { ctrlKey: true })).toBe(true);
  expect(press('Escape')).toBe(false);
  expect(escaped).toBe('a');
  expect(press('b')).toBe(true);
  expect(typed?.text).toBe('a');
});

test('the field that has opened gets its keys itself, from the first one on', () => {
  hold();
  expect(press('a', { target: new Place(true) })).toBe(true);
  expect(press('b')).toBe(true);
  expect(typed).toBeUndefined();
});

test('a field that opens again while it has the focus gets its keys itself', () => {
  const field = new Place(true);
  stubGlobals({ document: { activeElement: field, body } });
  hold();
  expect(press('a', { target: field })).toBe(true);
});

test('a user who moves the focus elsewhere has left the field, one whose focus is lost has not', () => {
  hold();
  expect(press('a', { target: body })).toBe(false);
  expect(press('Enter', { target: new Place(false) })).toBe(true);
  expect(press('b')).toBe(true);
  expect(typed?.text).toBe('a');
});
