import { readStreams } from '../../support/load/streams/measure.ts';
import type { Bar } from '../bar.ts';

export const bar: Bar = {
  promise:
    'Hundreds of concurrent streams lose, mix up and reorder nothing, in little memory, without blocking the event loop.',
  async run({ long }) {
    const [streams, seconds] = long ? [500, 60] : [100, 3];
    const { broken, events, grownMb, p99Ms } = await readStreams('core', streams, seconds);
    return {
      figure: `${streams} streams, ${events} events, ${broken} streams broken, +${grownMb.toFixed(0)} MB, loop p99 ${p99Ms.toFixed(1)} ms`,
      isRight: broken === 0,
      held: broken === 0 && grownMb <= 96 && (!long || p99Ms <= 30),
    };
  },
};
