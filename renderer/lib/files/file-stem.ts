/** Letters of a stem: leaves room for a model and an extension in a dialog. */
const maxLetters = 60;

/**
 * Returns a file name without extension, made from the user's text: lowercase letters and digits, hyphens between them,
 * cut between two words. `fallback` where nothing is left.
 *
 * @example fileStem("My refund still hasn't arrived: what now?", 'ranking') // my-refund-still-hasn-t-arrived-what-now
 */
export function fileStem(text: string, fallback: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  let stem = '';
  for (const word of words) {
    const longer = stem === '' ? word.slice(0, maxLetters) : `${stem}-${word}`;
    if (longer.length > maxLetters) break;
    stem = longer;
  }
  return stem || fallback;
}
