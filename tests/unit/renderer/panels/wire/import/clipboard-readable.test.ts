import { expect, test } from 'vitest';
import { isClipboardReadable } from '../../../../../../renderer/panels/wire/import/curl-dialog.tsx';

const reader = { readText: async () => 'text' };
const saying = (query: () => Promise<unknown>) =>
  ({ clipboard: reader, permissions: { query } }) as unknown as Navigator;

test.each([
  ['granted', true],
  ['prompt', true],
  // What the desktop app responds.
  ['denied', false],
])('a permission that is %s', async (state, isReadable) => {
  expect(await isClipboardReadable(saying(async () => ({ state })))).toBe(isReadable);
});

test('a browser that does not know this permission may be asked', async () => {
  expect(await isClipboardReadable(saying(() => Promise.reject(new TypeError('clipboard-read'))))).toBe(true);
  expect(await isClipboardReadable({ clipboard: undefined } as unknown as Navigator)).toBe(false);
});
