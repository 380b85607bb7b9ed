/** Letters of a stem: room for a model and an ending beside it in a dialog. */
const most = 60;

/**
 * A file name without its ending, from words of the user: letters and digits in small letters, hyphens between them, cut
 * between two words. `fallback` where nothing is left.
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
    const longer = stem === '' ? word.slice(0, most) : `${stem}-${word}`;
    if (longer.length > most) break;
    stem = longer;
  }
  return stem || fallback;
}
