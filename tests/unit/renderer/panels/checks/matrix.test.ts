import { expect, test } from 'vitest';
import {
  buildMatrix,
  cursorAt,
  cursorOf,
  filterMatrix,
  moveCursor,
  positionOf,
  selectedCell,
} from '../../../../../renderer/panels/checks/model/matrix.ts';
import { columnsInView, columnWidth, headPx } from '../../../../../renderer/panels/checks/run/matrix.tsx';
import { cell } from './fixture.ts';

const chosen = [
  cell('models', 'k1', null, 'works'),
  cell('embeddings', 'k1', 'bge', 'works'),
  cell('chat.completions', 'k1', 'gpt', 'works'),
  cell('chat.completions', 'k1', 'qwen', 'quota'),
  cell('models', 'k2', null, 'key-refused'),
  cell('chat.completions', 'k2', 'gpt', 'key-refused'),
];

test('selected models make a column for each key and model; rows keep the order of the protocol', () => {
  const { columns, rows } = buildMatrix(chosen, true);
  expect(columns.map(({ keyAlias, model }) => [keyAlias, model])).toEqual([
    ['k1', 'bge'],
    ['k1', 'gpt'],
    ['k1', 'qwen'],
    ['k2', 'gpt'],
  ]);
  expect(rows.map(({ routeId, section }) => [routeId, section])).toEqual([
    ['chat.completions', 'text'],
    ['models', 'text'],
    ['embeddings', 'media'],
  ]);
});

test('a route without a model shows its one cell in every column of its key, and only there', () => {
  const { rows } = buildMatrix(chosen, true);
  const listing = rows.find(({ routeId }) => routeId === 'models');
  expect(listing?.cells.map((found) => found?.verdict)).toEqual(['works', 'works', 'works', 'key-refused']);
  expect(new Set(listing?.cells.slice(0, 3)).size).toBe(1);
});

test('a model that is not planned on a route leaves its cell empty', () => {
  const { rows } = buildMatrix(chosen, true);
  expect(rows[0]?.cells.map((found) => found?.verdict ?? null)).toEqual([null, 'works', 'quota', 'key-refused']);
});

test('where each route has its own best models, columns are first best, second best, and so on', () => {
  const { columns, rows } = buildMatrix(
    [
      cell('chat.completions', 'k1', 'gpt', 'works'),
      cell('chat.completions', 'k1', 'qwen', 'works'),
      cell('embeddings', 'k1', 'bge', 'works'),
    ],
    false,
  );
  expect(columns.map(({ model, rank }) => [model, rank])).toEqual([
    [null, 1],
    [null, 2],
  ]);
  expect(rows.map(({ cells }) => cells.map((found) => found?.model ?? null))).toEqual([
    ['gpt', 'qwen'],
    ['bge', null],
  ]);
});

test('one best model per route is one column per key, without a rank', () => {
  const { columns } = buildMatrix(
    [cell('chat.completions', 'k1', 'gpt', 'works'), cell('embeddings', 'k2', 'bge', 'works')],
    false,
  );
  expect(columns.map(({ keyId, rank }) => [keyId, rank])).toEqual([
    ['k1', null],
    ['k2', null],
  ]);
});

test('no cells give no matrix', () => {
  expect(buildMatrix([], false)).toEqual({ columns: [], rows: [] });
  expect(cursorAt(buildMatrix([], true), { row: 0, column: 0 })).toBeNull();
  expect(moveCursor('ArrowDown', { row: 0, column: 0 }, buildMatrix([], true), false)).toBeNull();
});

test('a filter keeps the rows and columns that contain a wanted verdict', () => {
  const { columns, rows } = filterMatrix(buildMatrix(chosen, true), ['refused', 'limited']);
  expect(columns.map(({ model }) => model)).toEqual(['qwen', 'gpt']);
  expect(rows.map(({ routeId }) => routeId)).toEqual(['chat.completions', 'models']);
  expect(rows[1]?.cells.map((found) => found?.verdict)).toEqual(['works', 'key-refused']);
  expect(filterMatrix(buildMatrix(chosen, true), ['absent']).rows).toEqual([]);
});

test('a cell that is still in progress is counted in no chip', () => {
  const probing = [cell('models', 'k1', null, 'works', { state: 'probing' })];
  expect(filterMatrix(buildMatrix(probing, false), ['works']).rows).toEqual([]);
});

test('keys move the cursor within the edges; with the command key Home and End go to the corners', () => {
  const matrix = buildMatrix(chosen, true);
  const middle = { row: 1, column: 2 };
  expect(moveCursor('ArrowUp', middle, matrix, false)).toEqual({ row: 0, column: 2 });
  expect(moveCursor('ArrowUp', { row: 0, column: 2 }, matrix, false)).toEqual({ row: 0, column: 2 });
  expect(moveCursor('ArrowRight', { row: 1, column: 3 }, matrix, false)).toEqual({ row: 1, column: 3 });
  expect(moveCursor('Home', middle, matrix, false)).toEqual({ row: 1, column: 0 });
  expect(moveCursor('End', middle, matrix, false)).toEqual({ row: 1, column: 3 });
  expect(moveCursor('Home', middle, matrix, true)).toEqual({ row: 0, column: 0 });
  expect(moveCursor('End', middle, matrix, true)).toEqual({ row: 2, column: 3 });
  expect(moveCursor('PageDown', middle, matrix, false)).toEqual({ row: 2, column: 2 });
  expect(moveCursor('x', middle, matrix, false)).toBeNull();
});

test('the cursor keeps its position by name when rows and columns disappear and return', () => {
  const whole = buildMatrix(chosen, true);
  const cursor = cursorOf(whole, 'chat.completions k1 qwen');
  const filtered = filterMatrix(whole, ['limited']);
  expect(positionOf(whole, cursor)).toEqual({ row: 0, column: 2 });
  expect(positionOf(filtered, cursor)).toEqual({ row: 0, column: 0 });
  expect(selectedCell(filtered, cursor)?.cell?.model).toBe('qwen');
  expect(selectedCell(filterMatrix(whole, ['refused']), cursor)).toBeNull();
  expect(positionOf(filterMatrix(whole, ['refused']), cursor)).toEqual({ row: 0, column: 0 });
});

test('columns share the width with a minimum, a single one has all of it, and only those in view are rendered', () => {
  expect(columnWidth(headPx + 600, 4)).toBe(150);
  expect(columnWidth(headPx + 600, 1)).toBe(600);
  expect(columnWidth(headPx + 600, 2)).toBe(220);
  expect(columnWidth(headPx + 600, 30)).toBe(123);
  expect(columnsInView(0, headPx + 615, 123, 30)).toEqual([0, 7]);
  expect(columnsInView(1230, headPx + 615, 123, 30)).toEqual([8, 17]);
  expect(columnsInView(3000, headPx + 615, 123, 30)).toEqual([22, 30]);
});
