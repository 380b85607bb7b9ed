import { expect, test } from 'vitest';
import { keysLabels } from '../../../../../renderer/lib/page/shortcuts.ts';
import { keySigns, splitKeySigns } from '../../../../../renderer/ui/controls/key-signs.ts';

test('signs stand alone, letters stay together, and nothing is lost', () => {
  expect(splitKeySigns('⌘⇧K')).toEqual(['⌘', '⇧', 'K']);
  expect(splitKeySigns('Ctrl Enter')).toEqual(['Ctrl Enter']);
  expect(splitKeySigns('G ↑')).toEqual(['G ', '↑']);
  expect(splitKeySigns('')).toEqual([]);
});

test('every sign that a label can hold is drawn', () => {
  const labels = keysLabels('$mod+Meta+Shift+Alt+Control+Enter+Escape+ArrowUp', true).join('');
  const signs = [...labels].filter((sign) => sign > '\u2000');
  expect(signs.length).toBeGreaterThan(5);
  expect(signs.filter((sign) => keySigns[sign] === undefined)).toEqual([]);
});
