import { expect, test } from 'vitest';
import {
  columns,
  fittingColumns,
  nextOrder,
  savedColumns,
  withColumn,
} from '../../../../../renderer/panels/wire/table/columns.ts';

test('selected columns are saved by name, in the order of the table, and unknown names are ignored', () => {
  expect(savedColumns('')).toEqual(savedColumns('nothing-of-this'));
  expect(savedColumns('size,path,later-column')).toEqual(['path', 'size']);
  const without = withColumn('', 'model', false);
  expect(savedColumns(without)).not.toContain('model');
  expect(withColumn(without, 'model', true)).toBe('');
  expect(savedColumns(withColumn('path', 'path', false))).toEqual(['path']);
});

test('on a narrow table columns give way, never the request, its status or its result', () => {
  expect(fittingColumns(columns, 2000)).toEqual(columns);
  expect(fittingColumns(savedColumns(''), 886)).toEqual(savedColumns(''));
  expect(fittingColumns(savedColumns(''), 830)).toEqual(savedColumns('').filter((column) => column !== 'cost'));
  expect(fittingColumns(columns, 200)).toEqual(['path', 'status', 'verdict']);
});

test('a press on a column sorts by it, then the other way round, then by time again', () => {
  const first = nextOrder(null, 'model');
  expect(first).toEqual({ by: 'model', descending: false });
  const second = nextOrder(first, 'model');
  expect(second).toEqual({ by: 'model', descending: true });
  expect(nextOrder(second, 'model')).toBeNull();
  expect(nextOrder(second, 'duration')).toEqual({ by: 'duration', descending: true });
  expect(nextOrder(null, 'started')).toEqual({ by: 'started', descending: false });
  expect(nextOrder(second, 'started')).toBeNull();
});
