import { test } from 'vitest';
import { checkSession } from '../../faults/check-session.ts';
import { cells } from '../../faults/matrix/sessions.ts';

for (const cell of cells)
  if ('outcome' in cell)
    for (const form of cell.forms ?? [])
      test(`${cell.row} session: ${cell.fault} (${form.name})`, () => checkSession(cell.outcome, form));
