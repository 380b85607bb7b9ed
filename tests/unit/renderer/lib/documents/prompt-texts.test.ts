import type { KeyboardEvent } from 'react';
import { expect, test } from 'vitest';
import { bringBack, onBringBack, replaceText } from '../../../../../renderer/lib/documents/prompt-texts.ts';

test('each text that left the box is kept once, newest first', () => {
  let texts = { text: 'a', aside: [] as readonly string[] };
  for (const next of ['', 'b', '', 'a', '']) texts = replaceText({ ...texts, text: texts.text || next }, '');
  expect(texts).toEqual({ text: '', aside: ['a', 'b'] });
  expect(bringBack(texts)).toEqual({ text: 'a', aside: ['b'] });
});

/** Whether a key in a box with this text brings back the one that left it. */
function brings(text: string, press: Partial<KeyboardEvent>): boolean {
  let isBack = false;
  const event = { key: '', ctrlKey: false, metaKey: false, shiftKey: false, preventDefault() {}, ...press };
  onBringBack({ text, aside: ['a'] }, () => {
    isBack = true;
  })(event as KeyboardEvent);
  return isBack;
}

test('Arrow Up and Undo bring a text back into an empty box, and are left alone in a filled one', () => {
  expect(brings('', { key: 'ArrowUp' })).toBe(true);
  expect(brings('', { key: 'z', ctrlKey: true })).toBe(true);
  expect(brings('', { key: 'z' })).toBe(false);
  expect(brings('b', { key: 'ArrowUp' })).toBe(false);
});
