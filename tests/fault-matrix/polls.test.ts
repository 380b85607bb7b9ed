import { test } from 'vitest';
import { checkPoll } from './checks/check-poll.ts';
import { cells } from './matrix/poll.ts';

for (const cell of cells)
  if ('outcome' in cell)
    for (const form of cell.forms ?? [])
      test(`${cell.row} poll: ${cell.fault} (${form.name})`, () => checkPoll(cell.outcome, form));
