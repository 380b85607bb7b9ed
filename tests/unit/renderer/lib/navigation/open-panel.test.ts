import { expect, test } from 'vitest';
import { panelInHash } from '../../../../../renderer/lib/navigation/open-panel.ts';

test('a hash names a panel, or nothing', () => {
  expect(panelInHash('#/chat')).toBe('chat');
  expect(panelInHash('#/a/b')).toBeNull();
  expect(panelInHash('#token=x')).toBeNull();
  expect(panelInHash('')).toBeNull();
});
