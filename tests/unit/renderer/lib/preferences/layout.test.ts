import { expect, test } from 'vitest';
import { readLayout } from '../../../../../renderer/lib/preferences/layout.ts';

test('a kept layout is believed only as far as it makes sense', () => {
  expect(readLayout({ listOpen: false, listPx: 9999, wirePx: 'x', parametersPx: null, drawer: 'list' })).toEqual({
    listOpen: false,
    listPx: 420,
  });
});
