import { test } from 'vitest';
import { checkPoll } from '../../faults/check-poll.ts';
import { cells } from '../../faults/matrix/poll.ts';

for (const cell of cells)
  if ('outcome' in cell)
    for (const form of cell.forms ?? [])
      test(`${cell.row} poll: ${cell.fault} (${form.name})`, () => checkPoll(cell.outcome, form));
