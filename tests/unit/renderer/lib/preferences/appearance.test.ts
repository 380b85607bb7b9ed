import { expect, test } from 'vitest';
import { followTheme, useAppearance } from '../../../../../renderer/lib/preferences/appearance.ts';
import { loadPersisted } from '../../../../../renderer/lib/preferences/persisted-store.ts';

const theme = (root: { dataset: Record<string, string> }) => root.dataset.theme;

test('the selected theme is set on the document, and the system decides when none is selected', () => {
  const root = { dataset: {} as Record<string, string> };
  followTheme(root as unknown as HTMLElement);
  expect(theme(root)).toBeUndefined();
  useAppearance.setState({ theme: 'dark' });
  expect(theme(root)).toBe('dark');
  useAppearance.setState({ theme: 'light' });
  expect(theme(root)).toBe('light');
  useAppearance.setState({ theme: 'system' });
  expect(theme(root)).toBeUndefined();
});

test('a stored theme unknown to this version is ignored', () => {
  loadPersisted({ appearance: { theme: 'sepia' } });
  expect(useAppearance.getState().theme).toBe('system');
});
