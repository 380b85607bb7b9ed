import { expect, test } from 'vitest';
import { joinPath, maxDepth, treeMove, visibleRows } from '../../../../../renderer/ui/json/json-tree-model.ts';

const all = () => true;
const value = { a: [1, { b: null }], 'odd key': 'x', empty: {} };

test('rows are in reading order, with paths that a JSONPath reader accepts', () => {
  expect(visibleRows(value, all).map((row) => [row.path, row.depth, row.kind])).toEqual([
    ['$', 0, 'object'],
    ['$.a', 1, 'array'],
    ['$.a[0]', 2, 'number'],
    ['$.a[1]', 2, 'object'],
    ['$.a[1].b', 3, 'null'],
    ['$["odd key"]', 1, 'string'],
    ['$.empty', 1, 'object'],
  ]);
});

test('a closed node is one row; an empty container cannot be opened', () => {
  const rows = visibleRows(value, (id) => id === '$');
  expect(rows.map((row) => row.id)).toEqual(['$', '$.a', '$["odd key"]', '$.empty']);
  expect(rows.map((row) => row.expanded)).toEqual([true, false, null, null]);
  expect(rows.map((row) => [row.place, row.siblings])).toEqual([
    [1, 1],
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});

test('a key that could break the path is quoted', () => {
  expect(joinPath('$', 'a.b')).toBe('$["a.b"]');
  expect(joinPath('$', '"')).toBe('$["\\""]');
  expect(joinPath('$', '1a')).toBe('$["1a"]');
  expect(joinPath('$', '__proto__')).toBe('$.__proto__');
});

test('a million items are offered in ranges; only what is opened becomes rows', () => {
  const long = Array.from({ length: 1_000_000 }, (_, at) => at);
  const closed = visibleRows(long, (_, depth) => depth === 0);
  expect(closed).toHaveLength(1001);
  expect(closed[1]).toMatchObject({ kind: 'range', key: '0 … 999', size: 1000, expanded: false });
  const opened = visibleRows(long, (id, depth) => depth === 0 || id === '$#5000');
  expect(opened).toHaveLength(2001);
  expect(opened[7]).toMatchObject({ path: '$[5000]', value: 5000, key: 5000 });
});

test('nesting beyond the guard is shown closed, however deep it goes', () => {
  let deep: unknown = 'end';
  for (let level = 0; level < 20_000; level += 1) deep = [deep];
  const rows = visibleRows(deep, all);
  expect(rows).toHaveLength(maxDepth + 1);
  expect(rows.at(-1)).toMatchObject({ tooDeep: true, expanded: null });
});

test('keys follow the tree pattern', () => {
  const rows = visibleRows(value, (id) => id === '$' || id === '$.a');
  expect(treeMove('ArrowRight', rows, 0, 5)).toEqual({ to: 1 });
  expect(treeMove('ArrowLeft', rows, 2, 5)).toEqual({ to: 1 });
  expect(treeMove('ArrowLeft', rows, 1, 5)).toEqual({ close: '$.a' });
  expect(treeMove('ArrowLeft', rows, 0, 5)).toEqual({ close: '$' });
  expect(treeMove('ArrowRight', rows, 3, 5)).toEqual({ open: '$.a[1]' });
  expect(treeMove('ArrowRight', rows, 2, 5)).toBeNull();
  expect(treeMove('*', rows, 3, 5)).toEqual({ openAll: ['$.a[1]'] });
  expect(treeMove('ArrowDown', rows, 0, 5)).toEqual({ to: 1 });
  expect(treeMove('x', rows, 0, 5)).toBeNull();
});
