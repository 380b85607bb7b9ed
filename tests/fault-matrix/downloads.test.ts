import { test } from 'vitest';
import { checkDownload } from './checks/check-download.ts';
import { cells } from './matrix/download.ts';

for (const cell of cells)
  if ('outcome' in cell)
    for (const form of cell.forms ?? [])
      test(`${cell.row} download: ${cell.fault} (${form.name})`, () => checkDownload(cell.outcome, form));
