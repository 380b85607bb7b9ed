import { expect, test } from 'vitest';
import { keysLabels } from '../../../../../renderer/lib/shortcuts/keys-label.ts';
import { keySigns, splitKeySigns } from '../../../../../renderer/ui/controls/kbd.tsx';

test('symbols are separate, letters stay together, and nothing is lost', () => {
  expect(splitKeySigns('⌘⇧K')).toEqual(['⌘', '⇧', 'K']);
  expect(splitKeySigns('Ctrl Enter')).toEqual(['Ctrl Enter']);
  expect(splitKeySigns('G ↑')).toEqual(['G ', '↑']);
  expect(splitKeySigns('')).toEqual([]);
});

test('every symbol that a label can contain is drawn', () => {
  const labels = keysLabels('$mod+Meta+Shift+Alt+Control+Enter+Escape+ArrowUp', true).join('');
  const signs = [...labels].filter((sign) => sign > '\u2000');
  expect(signs.length).toBeGreaterThan(5);
  expect(signs.filter((sign) => keySigns[sign] === undefined)).toEqual([]);
});
