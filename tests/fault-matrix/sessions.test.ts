import { test } from 'vitest';
import { checkSession } from './checks/check-session.ts';
import { cells } from './matrix/sessions.ts';

for (const cell of cells)
  if ('outcome' in cell)
    for (const form of cell.forms ?? [])
      test(`${cell.row} session: ${cell.fault} (${form.name})`, () => checkSession(cell.outcome, form));
