import { expect, test } from 'vitest';
import { isOurs } from '../../../../../electron/desktop/security/app-origin.ts';

test.each(['app://patchbay', 'app://patchbay/', 'app://patchbay/#chat', 'app://patchbay/assets/a.js'])(
  '%s belongs to the page',
  (address) => expect(isOurs(address)).toBe(true),
);

test.each([
  '',
  'about:blank',
  'null',
  'app://patchbay.evil.test/',
  'app://evil/',
  'app://patchbay:80/',
  'app://patchbay@evil.test/',
  'app://user@patchbay/',
  'app:patchbay',
  'http://patchbay/',
  'file:///patchbay',
  'blob:app://patchbay/1',
])('%s does not', (address) => expect(isOurs(address)).toBe(false));
