import { expect, test } from 'vitest';
import { createCompareRows } from '#core/compare/compare-rows.ts';
import { firstCells } from '#core/compare/plan-compare.ts';
import type { StoredCompare } from '#core/compare/stored-compare.ts';
import { openDatabase } from '#core/store/database.ts';
import { createHeldWrites } from '#core/store/held-writes.ts';
import { compareInput } from '#shared/contract/compare.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

function open(folder: string) {
  const db = openDatabase(folder);
  const held = createHeldWrites(db, () => {});
  return { rows: createCompareRows(db, held), held, db };
}

test('a cell of an ended process does not name an exchange that was never recorded', () => {
  const folder = tempFolder();
  const before = open(folder);
  const input = compareInput.parse({
    prompt: 'x',
    lanes: [{ id: 'a', connectionId: 'c', routeId: 'chat.completions', model: 'm' }],
    rows: [{ id: 'r', values: {} }],
  });
  const cells = firstCells(input).map((cell) => ({ ...cell, state: 'running' as const, exchangeId: 'never-recorded' }));
  const run: StoredCompare = {
    ...{ id: 'run', documentId: null, name: 'x', state: 'running', startedAt: 1, endedAt: null },
    ...{ callsMade: 1, tokensUsed: 0, spent: [], unpriced: 0, judging: null, input, names: {}, votes: [] },
  };
  before.rows.add(run, cells);
  before.db.close();
  const after = open(folder);
  after.rows.endLost(2);
  expect(after.rows.find('run')?.state).toBe('interrupted');
  expect(after.rows.heads('run')).toMatchObject([{ state: 'interrupted', exchangeId: null }]);
  after.held.close();
  after.db.close();
});
