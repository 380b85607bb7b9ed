import type { Bar } from '../bar.ts';
import { countCutDifferences, streams } from './fixture-cuts.ts';
import { countDifferences } from './splits.ts';

export const bar: Bar = {
  promise: 'An event stream is decoded the same wherever the network splits it.',
  async run({ long }) {
    const splits = long ? 1_000_000 : 20_000;
    const seed = Date.now() >>> 0;
    const bySplit = countDifferences(splits, seed);
    const { cuts, differences } = countCutDifferences(long ? 100_000 : 40);
    return {
      figure: `${splits} random splits (seed ${seed}), ${bySplit} different; ${streams.length} responses at ${cuts} cuts in one or two places, ${differences} different`,
      held: bySplit === 0 && differences === 0,
    };
  },
};
