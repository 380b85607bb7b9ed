import { openSink } from '../../support/load/upload/measure.ts';
import type { Bar } from '../bar.ts';

const limitsMb = { one: 48, four: 128, stalled: 32 } as const;

export const bar: Bar = {
  promise: 'An upload uses the same small amount of memory, whatever its size and however slow the server is.',
  async run({ long }) {
    const megabytes = long ? 1024 : 96;
    const sink = await openSink();
    const figures: string[] = [];
    let [held, isRight] = [true, true];
    for (const way of long ? (['one', 'four', 'stalled'] as const) : (['one', 'stalled'] as const)) {
      const { grownMb, state, received } = await sink.send(way, megabytes);
      const count = way === 'four' ? 4 : 1;
      const wanted = count * megabytes * 1024 * 1024;
      const arrived = received > wanted && received < wanted + count * 1000;
      const ended = way === 'stalled' ? state === 'aborted' : state === 'done' && arrived;
      figures.push(`${way} +${grownMb.toFixed(0)} MB${ended ? '' : ` (${state}, ${received} bytes arrived)`}`);
      isRight &&= ended;
      held &&= ended && grownMb <= limitsMb[way];
    }
    sink.close();
    return { figure: `${megabytes} MB each: ${figures.join(', ')}`, held, isRight };
  },
};
