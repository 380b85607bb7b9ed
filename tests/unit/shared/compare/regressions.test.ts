import { expect, test } from 'vitest';
import { regressionsOf, type SheetRun } from '#shared/compare/regressions.ts';

type Verdict = SheetRun['cells'][number]['assertions'][number]['verdict'];

const lane = (id: string, model = id) => ({ id, model }) as SheetRun['input']['lanes'][number];
const cell = (rowId: string, laneId: string, verdict: Verdict | 'broken' | 'skipped'): SheetRun['cells'][number] => ({
  rowId,
  laneId,
  state: verdict === 'broken' ? 'failed' : verdict === 'skipped' ? 'skipped' : 'done',
  assertions: verdict === 'broken' || verdict === 'skipped' ? [] : [{ verdict, reason: '' }],
});
const run = (
  rows: Record<string, string>,
  cells: SheetRun['cells'],
  lanes: SheetRun['input']['lanes'] = [lane('a')],
): SheetRun => ({
  input: { lanes, rows: Object.entries(rows).map(([id, q]) => ({ id, values: { q } })) },
  cells,
});

test('rows that newly fail or newly pass are listed by lane, with both pass rates', () => {
  const rows = { r1: '1', r2: '2', r3: '3', r4: '4' };
  const before = run(rows, [
    cell('r1', 'a', 'passed'),
    cell('r2', 'a', 'failed'),
    cell('r3', 'a', 'passed'),
    cell('r4', 'a', 'passed'),
  ]);
  const after = run(rows, [
    cell('r1', 'a', 'broken'),
    cell('r2', 'a', 'passed'),
    cell('r3', 'a', 'passed'),
    cell('r4', 'a', 'skipped'),
  ]);
  expect(regressionsOf(before, after)).toEqual([
    {
      laneId: 'a',
      before: { passed: 3, known: 4 },
      after: { passed: 2, known: 3 },
      newlyFailed: ['r1'],
      newlyPassed: ['r2'],
      edited: 0,
    },
  ]);
});

test('an edited row, an ungraded one and a lane with another model are not compared', () => {
  const before = run(
    { r1: '1', r2: '2' },
    [cell('r1', 'a', 'passed'), cell('r2', 'a', 'passed')],
    [lane('a'), lane('b')],
  );
  const after = run(
    { r1: 'one', r2: '2' },
    [cell('r1', 'a', 'failed'), cell('r2', 'a', 'waiting')],
    [lane('a'), lane('b', 'other')],
  );
  expect(regressionsOf(before, after)).toMatchObject([
    { laneId: 'a', after: { passed: 0, known: 1 }, newlyFailed: [], newlyPassed: [], edited: 1 },
  ]);
});

test('a row passes only when all its repeats do', () => {
  const both = (second: Verdict) => run({ r1: '1' }, [cell('r1', 'a', 'passed'), cell('r1', 'a', second)]);
  expect(regressionsOf(both('passed'), both('failed'))[0]?.newlyFailed).toEqual(['r1']);
});
