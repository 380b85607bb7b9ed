import { expect, test } from 'vitest';
import { recallStep } from '../../../../../renderer/panels/chat/composer/recall.ts';

const prompts = ['first', 'second', 'third'];

test('Up brings the last prompt into an empty composer, then the ones before it; Down goes back to empty', () => {
  expect(recallStep(prompts, '', '', 'ArrowUp')).toBe('third');
  expect(recallStep(prompts, 'third', 'third', 'ArrowUp')).toBe('second');
  expect(recallStep(prompts, 'first', 'first', 'ArrowUp')).toBeNull();
  expect(recallStep(prompts, 'second', 'second', 'ArrowDown')).toBe('third');
  expect(recallStep(prompts, 'third', 'third', 'ArrowDown')).toBe('');
  expect(recallStep([], '', '', 'ArrowUp')).toBeNull();
});

test('the arrow keys move the caret once something was typed', () => {
  expect(recallStep(prompts, 'third and more', 'third', 'ArrowUp')).toBeNull();
  expect(recallStep(prompts, 'third', '', 'ArrowUp')).toBeNull();
  expect(recallStep(prompts, '', '', 'ArrowDown')).toBeNull();
});
