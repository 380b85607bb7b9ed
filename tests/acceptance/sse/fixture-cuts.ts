import { chatFixtures } from '../../support/readers/chat-fixtures.ts';
import { framingFixtures } from '../../support/readers/framing-fixtures.ts';
import { nativeFixtures } from '../../support/readers/native-fixtures.ts';
import { type AnswerFixture, bytesOf, readPieces, readWhole } from '../../support/readers/read-answer.ts';
import { responsesFixtures } from '../../support/readers/responses-fixtures.ts';
import { toolFixtures } from '../../support/readers/tool-fixtures.ts';

/** Streamed responses in every dialect and framing. */
export const streams: readonly AnswerFixture[] = [
  ...framingFixtures,
  ...chatFixtures,
  ...toolFixtures,
  ...responsesFixtures,
  ...nativeFixtures,
].filter(({ head }) => head?.streamAsked !== false);

/**
 * Cuts in one or two places, in steps, so that no response takes more than this many; all single cuts are used when `most`
 * allows it.
 */
function* cutsOf(length: number, most: number): Generator<readonly [number, number]> {
  const step = Math.max(1, Math.ceil(length / Math.sqrt(2 * most)));
  for (let first = 0; first <= length; first += Math.ceil(length / most)) yield [first, length];
  for (let first = 0; first <= length; first += step)
    for (let second = first; second <= length; second += step) yield [first, second];
}

/** Reads every response cut at all these places; counts the cuts, and those after which the result differed. */
export function countCutDifferences(mostPairs: number): { cuts: number; differences: number } {
  let [cuts, differences] = [0, 0];
  for (const fixture of streams) {
    const bytes = bytesOf(fixture.body);
    const whole = JSON.stringify(readWhole(fixture));
    for (const [first, second] of cutsOf(bytes.length, mostPairs)) {
      const pieces = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
      cuts += 1;
      if (JSON.stringify(readPieces(fixture.kind, pieces, fixture.head)) !== whole) differences += 1;
    }
  }
  return { cuts, differences };
}
