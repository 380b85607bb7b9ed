import { beforeEach, expect, test } from 'vitest';
import {
  clearSelection,
  focusOn,
  lookAt,
  openPlace,
  select,
  selection,
  showSide,
} from '../../../../../renderer/panels/embeddings/selection.ts';

const pair = () => selection.getState().pair;

beforeEach(() => {
  showSide('matrix');
  clearSelection();
});

test('a pair begins with the focused text, and texts that are selected take the open place', () => {
  focusOn(3);
  showSide('pair');
  expect(pair()).toEqual({ places: [3, null], open: 1 });
  lookAt(5);
  lookAt(6);
  expect(pair().places).toEqual([3, 6]);
  openPlace(0);
  focusOn(1);
  expect(pair()).toEqual({ places: [1, 6], open: 0 });
  expect(selection.getState().side).toBe('pair');
});

test('without a focused text the first two selected texts are the pair', () => {
  showSide('pair');
  lookAt(2);
  lookAt(4);
  expect(pair().places).toEqual([2, 4]);
  lookAt(null);
  expect(pair().places).toEqual([2, 4]);
});

test('two selected texts are the pair at once; in other views a selection changes no pair', () => {
  select([7, 8]);
  showSide('pair');
  expect(pair().places).toEqual([7, 8]);
  showSide('nearest');
  lookAt(1);
  expect(pair().places).toEqual([7, 8]);
});
