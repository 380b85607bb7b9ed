import { expect, test } from 'vitest';
import { drawnLine } from '../../../../../../renderer/lib/gateway/patch/patch-bar.tsx';

test('a socket that was changed since the last request is empty and its cord dotted; the others stay lit', () => {
  expect(drawnLine('done', { key: false, route: false, model: true })).toEqual({
    cords: ['done', 'idle'],
    rings: ['on', 'on', 'off'],
  });
  expect(drawnLine('done', { key: true, route: true, model: true })).toEqual({
    cords: ['idle', 'idle'],
    rings: ['off', 'off', 'off'],
  });
  expect(drawnLine('cut', { key: false, route: false, model: false })).toEqual(drawnLine('cut'));
});
