import { readRows } from '../mutations/all-rows.ts';
import { notTried } from '../mutations/not-tried.ts';
import { markOf, readReport } from '../mutations/report.ts';
import type { Bar } from './bar.ts';

export const bar: Bar = {
  id: 'B30',
  promise: 'every test of the threat list was seen failing with its mitigation removed',
  async run() {
    const rows = await readRows();
    const red = new Set(readReport().flatMap(({ mark, seen }) => (seen === 'red' ? [mark] : [])));
    const seen = rows.filter((row) => red.has(markOf(row)));
    const ids = new Set(rows.map(({ id }) => id)).size;
    const left = Object.keys(notTried).length;
    const figure = `${seen.length} of ${rows.length} mutations seen red, for ${ids} of ${ids + left} ids`;
    return { figure, held: seen.length === rows.length && ids + left === 84 };
  },
};
