import type { KeyboardEvent } from 'react';
import { expect, test } from 'vitest';
import { onRestoreKey, replaceText, restoreText } from '../../../../../renderer/lib/documents/prompt-texts.ts';

test('each text that left the box is stored once, newest first', () => {
  let texts = { text: 'a', aside: [] as readonly string[] };
  for (const next of ['', 'b', '', 'a', '']) texts = replaceText({ ...texts, text: texts.text || next }, '');
  expect(texts).toEqual({ text: '', aside: ['a', 'b'] });
  expect(restoreText(texts)).toEqual({ text: 'a', aside: ['b'] });
});

/** Whether a key in a box with this text restores the sent one. */
function brings(text: string, press: Partial<KeyboardEvent>): boolean {
  let isBack = false;
  const event = { key: '', ctrlKey: false, metaKey: false, shiftKey: false, preventDefault() {}, ...press };
  onRestoreKey({ text, aside: ['a'] }, () => {
    isBack = true;
  })(event as KeyboardEvent);
  return isBack;
}

test('Arrow Up and Undo restore a text into an empty box, and are left alone in a filled one', () => {
  expect(brings('', { key: 'ArrowUp' })).toBe(true);
  expect(brings('', { key: 'z', ctrlKey: true })).toBe(true);
  expect(brings('', { key: 'z' })).toBe(false);
  expect(brings('b', { key: 'ArrowUp' })).toBe(false);
});
