import { Buffer } from 'node:buffer';
import { EventDecoder } from '#core/readers/sse.ts';

const lines = ['data: a', 'data:', 'data', 'data: é世🚀', ': c', 'event: e', 'id: 7', '{"a":1}', '{"a":', '[1', ']}'];
const words = [...lines, '[DONE]', 'foo', '', '', '', '\ufeff'];
const ends = ['\n', '\r\n', '\r'];
const splitsOfEach = 20;

/** Everything that a decoder reports for bytes arriving in these chunks. */
function decode(pieces: readonly Buffer[]): string {
  const events: unknown[] = [];
  const decoder = new EventDecoder((event) => events.push(Object.values(event)), 1 << 20);
  for (const piece of pieces) decoder.push(piece);
  decoder.end();
  return JSON.stringify([events, decoder.stray, decoder.invalidUtf8]);
}

/**
 * Cuts random streams (every line end, byte order marks, comments, bare documents, broken UTF-8) into random chunks and
 * counts the splits that were decoded differently from the unsplit stream. The same `seed` makes the same streams.
 */
export function countDifferences(splits: number, seed: number): number {
  let state = seed;
  const random = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  let differences = 0;
  for (let done = 0; done < splits; done += splitsOfEach) {
    const text = Array.from({ length: random(14) }, () => words[random(words.length)]! + ends[random(ends.length)]!);
    const bytes = Buffer.from(text.join(''));
    if (bytes.length > 0 && random(4) === 0) bytes[random(bytes.length)] = random(256);
    const whole = decode([bytes]);
    for (let turn = 0; turn < splitsOfEach; turn += 1) {
      const largest = turn % 2 === 0 ? 3 : 30;
      const pieces: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += pieces.at(-1)!.length)
        pieces.push(bytes.subarray(at, at + 1 + random(largest)));
      if (decode(pieces) !== whole) differences += 1;
    }
  }
  return differences;
}
