import { redirectCells, redirectStatuses, tryRedirects } from '../../support/exchange/redirect-cells.ts';
import type { Bar } from '../bar.ts';

export const bar: Bar = {
  promise: 'No redirect sends a credential or a body to another origin.',
  async run() {
    let leaks = 0;
    let unreported = 0;
    for (const cell of redirectCells) {
      const { asked, leakedBytes, areAllTold } = await tryRedirects(cell);
      if (leakedBytes > 0) leaks += 1;
      if (!areAllTold || asked.length !== redirectStatuses.length || !asked.every(cell.carries)) unreported += 1;
    }
    const cells = redirectCells.length * redirectStatuses.length;
    return {
      figure: `${cells} redirects (${redirectStatuses.length} statuses × ${redirectCells.length} kinds of request and credential), ${leaks} leaks, ${unreported} not reported`,
      held: leaks === 0 && unreported === 0,
    };
  },
};
