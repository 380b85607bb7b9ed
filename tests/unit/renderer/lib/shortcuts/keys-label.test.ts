import { expect, test } from 'vitest';
import { keysLabel, keysLabels } from '../../../../../renderer/lib/shortcuts/keys-label.ts';

test('keys are named as on the keyboard', () => {
  expect(keysLabel('$mod+k', false)).toBe('Ctrl K');
  expect(keysLabel('$mod+k', true)).toBe('⌘K');
  expect(keysLabel('$mod+Shift+b', false)).toBe('Ctrl Shift B');
  expect(keysLabel('$mod+Shift+b', true)).toBe('⌘⇧B');
  expect(keysLabel('$mod+,', false)).toBe('Ctrl ,');
  expect(keysLabel('Escape', true)).toBe('Esc');
  expect(keysLabel('Alt+ArrowUp', false)).toBe('Alt ↑');
  expect(keysLabel('ArrowUp', true)).toBe('↑');
});

test('a modifier needed only to type a key is not named, and a sequence is named press by press', () => {
  expect(keysLabels('[Shift]+?', false)).toEqual(['?']);
  expect(keysLabels('g c', false)).toEqual(['G', 'C']);
});
