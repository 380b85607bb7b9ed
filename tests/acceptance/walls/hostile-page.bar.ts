import { letLoose } from '../../support/core/hostile-page.ts';
import type { Bar } from '../bar.ts';

export const bar: Bar = {
  promise: 'A compromised page reaches none of its six goals.',
  async run() {
    const goals = Object.entries(await letLoose());
    const reached = goals.filter(([, loot]) => loot.length > 0).map(([goal]) => goal);
    const figure = `${reached.length} of ${goals.length} goals reached${reached.length ? `: ${reached.join(', ')}` : ''}`;
    return { figure, held: goals.length === 6 && reached.length === 0 };
  },
};
