import { test } from 'vitest';
import { checkHandshake } from './checks/check-handshake.ts';
import { cells } from './matrix/handshake.ts';

for (const cell of cells)
  if ('outcome' in cell)
    for (const form of cell.forms ?? [])
      test(`${cell.row} session: ${cell.fault} (${form.name})`, () => checkHandshake(cell.outcome, form));
