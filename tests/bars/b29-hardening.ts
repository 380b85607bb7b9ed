import { readRows } from '../mutations/all-rows.ts';
import { markOf, readReport } from '../mutations/report.ts';
import type { Bar } from './bar.ts';

/** Of the threat list: what belongs to the desktop app. */
const count = 18;

export const bar: Bar = {
  id: 'B29',
  promise: 'every hardening of the desktop app has a test that was seen failing without it',
  async run() {
    const rows = (await readRows()).filter(({ id }) => id.startsWith('E'));
    const red = new Set(readReport().flatMap(({ mark, seen }) => (seen === 'red' ? [mark] : [])));
    const unseen = new Set(rows.filter((row) => !red.has(markOf(row))).map(({ id }) => id));
    const ids = new Set(rows.map(({ id }) => id));
    const figure = `${ids.size - unseen.size} of ${count} items, ${rows.length} mutations`;
    return { figure, held: ids.size === count && unseen.size === 0 };
  },
};
