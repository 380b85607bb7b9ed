import { expect, test } from 'vitest';
import { chosenIn, cursorAt, cursorOn, placeOf, step } from '../../../../../renderer/panels/checks/model/cursor.ts';
import { filterMatrix, layOut } from '../../../../../renderer/panels/checks/model/matrix.ts';
import { columnsInView, columnWidth, headPx } from '../../../../../renderer/panels/checks/run/use-column-window.ts';
import { cell } from './fixture.ts';

const chosen = [
  cell('models', 'k1', null, 'works'),
  cell('embeddings', 'k1', 'bge', 'works'),
  cell('chat.completions', 'k1', 'gpt', 'works'),
  cell('chat.completions', 'k1', 'qwen', 'quota'),
  cell('models', 'k2', null, 'key-refused'),
  cell('chat.completions', 'k2', 'gpt', 'key-refused'),
];

test('chosen models make a column for each key and model; rows keep the order of the protocol', () => {
  const { columns, rows } = layOut(chosen, true);
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

test('a route that takes no model shows its one cell in every column of its key, and only there', () => {
  const { rows } = layOut(chosen, true);
  const listing = rows.find(({ routeId }) => routeId === 'models');
  expect(listing?.cells.map((found) => found?.verdict)).toEqual(['works', 'works', 'works', 'key-refused']);
  expect(new Set(listing?.cells.slice(0, 3)).size).toBe(1);
});

test('a model that is not planned on a route leaves its place empty', () => {
  const { rows } = layOut(chosen, true);
  expect(rows[0]?.cells.map((found) => found?.verdict ?? null)).toEqual([null, 'works', 'quota', 'key-refused']);
});

test('where each route has its own best models, columns are first best, second best ...', () => {
  const { columns, rows } = layOut(
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

test('one best model for each route is one column for each key, without a rank', () => {
  const { columns } = layOut(
    [cell('chat.completions', 'k1', 'gpt', 'works'), cell('embeddings', 'k2', 'bge', 'works')],
    false,
  );
  expect(columns.map(({ keyId, rank }) => [keyId, rank])).toEqual([
    ['k1', null],
    ['k2', null],
  ]);
});

test('no cells give no matrix', () => {
  expect(layOut([], false)).toEqual({ columns: [], rows: [] });
  expect(cursorAt(layOut([], true), { row: 0, column: 0 })).toBeNull();
  expect(step('ArrowDown', { row: 0, column: 0 }, layOut([], true), false)).toBeNull();
});

test('a filter leaves the rows and columns that hold a wanted verdict', () => {
  const { columns, rows } = filterMatrix(layOut(chosen, true), ['refused', 'limited']);
  expect(columns.map(({ model }) => model)).toEqual(['qwen', 'gpt']);
  expect(rows.map(({ routeId }) => routeId)).toEqual(['chat.completions', 'models']);
  expect(rows[1]?.cells.map((found) => found?.verdict)).toEqual(['works', 'key-refused']);
  expect(filterMatrix(layOut(chosen, true), ['absent']).rows).toEqual([]);
});

test('a cell that is still on its way stands in no chip', () => {
  const probing = [cell('models', 'k1', null, 'works', { state: 'probing' })];
  expect(filterMatrix(layOut(probing, false), ['works']).rows).toEqual([]);
});

test('keys move the cursor inside the edges; with the command key Home and End are the corners', () => {
  const matrix = layOut(chosen, true);
  const middle = { row: 1, column: 2 };
  expect(step('ArrowUp', middle, matrix, false)).toEqual({ row: 0, column: 2 });
  expect(step('ArrowUp', { row: 0, column: 2 }, matrix, false)).toEqual({ row: 0, column: 2 });
  expect(step('ArrowRight', { row: 1, column: 3 }, matrix, false)).toEqual({ row: 1, column: 3 });
  expect(step('Home', middle, matrix, false)).toEqual({ row: 1, column: 0 });
  expect(step('End', middle, matrix, false)).toEqual({ row: 1, column: 3 });
  expect(step('Home', middle, matrix, true)).toEqual({ row: 0, column: 0 });
  expect(step('End', middle, matrix, true)).toEqual({ row: 2, column: 3 });
  expect(step('PageDown', middle, matrix, false)).toEqual({ row: 2, column: 2 });
  expect(step('x', middle, matrix, false)).toBeNull();
});

test('the cursor keeps its place by names when rows and columns go and come back', () => {
  const whole = layOut(chosen, true);
  const cursor = cursorOn(whole, 'chat.completions k1 qwen');
  const filtered = filterMatrix(whole, ['limited']);
  expect(placeOf(whole, cursor)).toEqual({ row: 0, column: 2 });
  expect(placeOf(filtered, cursor)).toEqual({ row: 0, column: 0 });
  expect(chosenIn(filtered, cursor)?.cell?.model).toBe('qwen');
  expect(chosenIn(filterMatrix(whole, ['refused']), cursor)).toBeNull();
  expect(placeOf(filterMatrix(whole, ['refused']), cursor)).toEqual({ row: 0, column: 0 });
});

test('columns share the width, keep a least one, and only those in view exist', () => {
  expect(columnWidth(headPx + 600, 4)).toBe(150);
  expect(columnWidth(headPx + 600, 1)).toBe(220);
  expect(columnWidth(headPx + 600, 30)).toBe(123);
  expect(columnsInView(0, headPx + 615, 123, 30)).toEqual([0, 7]);
  expect(columnsInView(1230, headPx + 615, 123, 30)).toEqual([8, 17]);
  expect(columnsInView(3000, headPx + 615, 123, 30)).toEqual([22, 30]);
});
