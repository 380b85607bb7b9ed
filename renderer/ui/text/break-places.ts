/** Characters of a text that are drawn at once. Laying out ten times as many can hold a page for seconds. */
export const textStep = 20_000;
/** A word that is longer gets places at which a line may end. */
const longestWord = 400;
const pieceLength = 200;
const joinsToPrevious = /^[\p{M}\u200c\u200d]/u;

/**
 * Pieces of a text between which a line may end. Browsers look for such places themselves, but in a word of thousands of
 * backslashes, brackets or the like their search takes time with the square of its length. Most texts are one piece.
 */
export function breakPlaces(text: string): string[] {
  if (text.length <= longestWord) return [text];
  const pieces: string[] = [];
  let from = 0;
  let wordStart = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Space and every other white space that lets a line end; behind the last character there is none.
    if (at < text.length && code !== 32 && code !== 10 && code !== 9 && code !== 13) continue;
    if (at - wordStart > longestWord)
      for (let next = pieceEnd(text, wordStart); next < at; next = pieceEnd(text, next)) {
        pieces.push(text.slice(from, next));
        from = next;
      }
    wordStart = at + 1;
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** Behind a whole character: neither inside of a surrogate pair nor before what is drawn on the character in front of it. */
function pieceEnd(text: string, from: number): number {
  const most = from + 2 * pieceLength;
  let end = from + pieceLength;
  while (end < most && (isTrail(text.charCodeAt(end)) || joinsToPrevious.test(text.slice(end, end + 2)))) end += 1;
  return isTrail(text.charCodeAt(end)) ? end + 1 : end;
}

const isTrail = (code: number) => code >= 0xdc00 && code <= 0xdfff;
