import { expect, test } from 'vitest';
import { readLayout } from '../../../../../renderer/lib/preferences/layout.ts';

test('a stored layout is used only as far as it is valid', () => {
  expect(readLayout({ listOpen: false, listPx: 9999, wirePx: 'x', parametersPx: null, drawer: 'list' })).toEqual({
    listOpen: false,
    listPx: 420,
  });
});
