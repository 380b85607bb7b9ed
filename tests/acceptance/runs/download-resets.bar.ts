import { serveVideo } from '../../support/load/download/measure.ts';
import type { Bar } from '../bar.ts';

export const bar: Bar = {
  promise:
    'A download interrupted many times ends with the same bytes, in little memory, and requests few of them twice.',
  async run({ long }) {
    const [megabytes, breaks] = long ? [4096, 20] : [128, 5];
    const video = await serveVideo(megabytes, breaks);
    const { failure, hash, grownMb, tries } = await video.download('core');
    video.close();
    const twice = video.served() / video.sizeBytes - 1;
    // Each interruption loses the bytes in flight, at most a few MB: a larger share of a small video.
    const mostTwice = long ? 0.01 : 0.2;
    const isSame = failure === null && hash === video.hash;
    const isRight = isSame && tries > breaks / 2 && twice <= mostTwice;
    return {
      figure: `${megabytes} MB, ${tries - 1} interruptions, ${isSame ? 'the same bytes' : `other bytes (${failure})`}, +${grownMb.toFixed(0)} MB, ${(twice * 100).toFixed(2)} % requested twice`,
      held: isRight && grownMb <= 32,
      isRight,
    };
  },
};
