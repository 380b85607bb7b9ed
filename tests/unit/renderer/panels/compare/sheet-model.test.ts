import { expect, test } from 'vitest';
import { newComparison, newLane } from '../../../../../renderer/panels/compare/model/comparison.ts';
import {
  cellsByRow,
  editedRows,
  isOutdated,
  missingInAssertions,
  readAssertion,
  sheetInput,
  variablesFor,
  withEmptyRow,
  withRows,
  withValue,
} from '../../../../../renderer/panels/compare/model/run-input.ts';
import { type CellHead, compareInput } from '../../../../../shared/contract/compare.ts';

const start = newComparison('0123456789abcdef', {
  prompt: 'Translate {{text}} into {{language}}',
  lanes: [newLane('a', { connectionId: 'c', keyId: null, model: 'm' })],
});
let count = 0;
const newId = () => `row${++count}`;
const item = (text: string, fields: Record<string, string> = {}) => ({ text, fields, line: 1 });

test('the columns of a table fill the variables of their names, and missing ones are known', () => {
  const filled = withRows(
    start,
    { columns: ['text', 'note'], items: [item('Hi', { text: 'Hi', note: '' })] },
    'add',
    newId,
  );
  expect(filled.columns).toEqual(['text', 'note']);
  expect(variablesFor(filled)).toEqual({ names: ['text', 'language'], missing: ['language'] });
});

test('a variable of an assertion without a column is known', () => {
  const assertions = [readAssertion('contains', '{{text}} {{expected}}', ''), readAssertion('latency', '100', '')];
  const columns = ['text'];
  expect(missingInAssertions({ assertions: assertions.filter((one) => one !== null), columns })).toEqual(['expected']);
});

test('lines without columns fill the first variable', () => {
  const filled = withRows(start, { columns: [], items: [item('Hi'), item('Bye')] }, 'add', newId);
  expect(filled.columns).toEqual(['text']);
  expect(filled.rows.map(({ values }) => values)).toEqual([{ text: 'Hi' }, { text: 'Bye' }]);
  expect(withRows(filled, { columns: [], items: [item('New')] }, 'replace', newId).rows).toHaveLength(1);
});

test('an empty row has a column for each variable and can be typed in', () => {
  const typed = withValue(withEmptyRow(start, 'r'), 'r', 'language', 'German');
  expect(typed.columns).toEqual(['text', 'language']);
  expect(typed.rows).toEqual([{ id: 'r', values: { language: 'German' } }]);
});

test('a sheet run sends rows, assertions and limits as the contract takes them', () => {
  const assertion = readAssertion('contains', '{{expected}}', '');
  if (!assertion) throw new Error('not an assertion');
  const filled = {
    ...withRows(start, { columns: [], items: [item('Hi')] }, 'add', newId),
    assertions: [assertion],
    limits: { concurrency: 2, perMinute: 30, calls: 10, tokens: null, money: null },
  };
  const input = sheetInput(filled);
  expect(input).toMatchObject({ concurrency: 2, perMinute: 30, cap: { calls: 10, tokens: null } });
  expect(compareInput.parse(input)).toEqual(input);
});

test('what cannot be an assertion is not one', () => {
  expect(readAssertion('regex', '(', '')).toBeNull();
  expect(readAssertion('schema', '{', '')).toBeNull();
  expect(readAssertion('latency', 'soon', '')).toBeNull();
  expect(readAssertion('path', 'x', '')).toBeNull();
  expect(readAssertion('tokens', '200', '')).toEqual({ kind: 'tokens', most: 200 });
  expect(readAssertion('path', '1', ' items[0] ')).toEqual({ kind: 'path', path: 'items[0]', equals: '1' });
});

test('cells are found by row and lane, repeats in order', () => {
  const cell = (rowId: string, laneId: string, repeat: number) => ({ rowId, laneId, repeat }) as CellHead;
  const found = cellsByRow([cell('1', 'a', 0), cell('1', 'a', 1), cell('1', 'b', 0), cell('2', 'a', 0)]);
  expect(
    found
      .get('1')
      ?.get('a')
      ?.map(({ repeat }) => repeat),
  ).toEqual([0, 1]);
  expect(found.get('2')?.size).toBe(1);
});

test('rows whose values were edited after the run are known, and so is a changed prompt', () => {
  const rows = [
    { id: 'r1', values: { q: '1', note: '' } },
    { id: 'r2', values: { q: '2' } },
    { id: 'new', values: { q: '3' } },
  ];
  const sent = [
    { id: 'r1', values: { q: '1' } },
    { id: 'r2', values: { q: 'two' } },
  ];
  expect([...editedRows({ rows }, sent)]).toEqual(['r2']);
  const comparison = newComparison('0123456789abcdef', { prompt: '{{q}}', rows, columns: ['q'] });
  expect(isOutdated(comparison, sheetInput(comparison))).toBe(false);
  expect(isOutdated({ ...comparison, prompt: 'Other {{q}}' }, sheetInput(comparison))).toBe(true);
});
