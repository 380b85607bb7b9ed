import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Change } from '#shared/contract/host.ts';
import { followTheme } from '../../../../../electron/desktop/window/window-theme.ts';

test('the window has the theme of the page before it opens, and follows each change', async () => {
  const stored: Record<string, unknown> = {};
  const seen: string[] = [];
  const native = {
    set themeSource(theme: 'system' | 'light' | 'dark') {
      seen.push(theme);
    },
  };
  const changes: [area: Change['area'], appearance: unknown][] = [
    ['settings', { theme: 'dark' }],
    ['keys', { theme: 'light' }],
    ['settings', { theme: 'light' }],
    ['settings', { theme: 'neon' }],
    ['settings', null],
  ];
  const core = {
    settings: { all: () => stored, put: () => {} },
    host: {
      async *changes() {
        for (const [area, appearance] of changes) {
          stored.appearance = appearance;
          yield { area };
        }
      },
    },
  };
  await followTheme(core as never, native, new AbortController().signal);
  expect(seen).toEqual(['system']);
  await setImmediate();
  expect(seen).toEqual(['system', 'dark', 'light', 'system', 'system']);
});
