import { expect, test } from 'vitest';
import { themeOf, withTheme } from '../../../../electron/hosting/built-page.ts';

const stored = (value: unknown) => themeOf({ settings: { get: async () => value } as never })();

test('the document has the color scheme that the user selected, before the page has its settings', async () => {
  const html = '<!doctype html>\n<html lang="en">';
  expect(withTheme(html, await stored({ theme: 'dark' }))).toBe('<!doctype html>\n<html data-theme="dark" lang="en">');
  expect(withTheme(html, await stored({ theme: 'system' }))).toBe(html);
});

test('a stored value that is no color scheme is never written into the document', async () => {
  for (const value of [null, 'dark', { theme: '"><script>' }, { theme: 1 }]) expect(await stored(value)).toBe('system');
  expect(await themeOf({ settings: { get: () => Promise.reject(new Error('locked')) } as never })()).toBe('system');
});
