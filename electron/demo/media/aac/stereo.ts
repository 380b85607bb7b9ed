import type { ChannelData } from './channel-data.ts';
import { bandsOf, books } from './spectrum.ts';

/** Which bands of a pair hold the sum and the difference of left and right. */
export interface SumBands {
  /** Per group and band. */
  isSum: readonly boolean[];
  /** The bands are named one by one, so that a named band of intensity stereo has its phase turned. */
  isPerBand: boolean;
}

/** Turns sums and differences, and bands that only have a position, into left and right. */
export function unpair(left: ChannelData, right: ChannelData, { isSum, isPerBand }: SumBands): void {
  for (const { book, index, from, to } of bandsOf(left.window, right.bandBooks)) {
    const first = left.spectrum.subarray(from, to);
    const second = right.spectrum.subarray(from, to);
    const isNamed = isSum[index] === true;
    if (book === books.inPhase || book === books.outOfPhase) {
      const isTurned = (book === books.outOfPhase) !== (isPerBand && isNamed);
      const weight = (isTurned ? -1 : 1) * 0.5 ** ((right.scales[index] as number) / 4);
      second.set(first.map((value) => value * weight));
    } else if (isNamed && book < books.noise && (left.bandBooks[index] as number) < books.noise) {
      for (let place = 0; place < first.length; place++) {
        const [sum, difference] = [first[place] as number, second[place] as number];
        first[place] = sum + difference;
        second[place] = sum - difference;
      }
    }
  }
}
