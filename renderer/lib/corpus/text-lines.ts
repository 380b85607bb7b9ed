import { pauses } from '../page/pauses.ts';

/** Calls `take` with each line and its number from 1, whichever way lines end. The page is not held, however many there are. */
export async function eachLine(text: string, take: (line: string, number: number) => void): Promise<void> {
  const pause = pauses();
  const end = /\r\n|\n|\r/g;
  let from = 0;
  for (let number = 1; from <= text.length; number += 1) {
    const found = end.exec(text);
    take(text.slice(from, found?.index), number);
    if (!found) return;
    from = end.lastIndex;
    if (number % 1000 === 0) await pause();
  }
}
