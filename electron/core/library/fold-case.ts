/** Lower case with the same length and places as the text, so that what is found in one is found in the other. */
export function foldCase(text: string): string {
  const folded = text.toLowerCase();
  if (folded.length === text.length) return folded;
  // A few letters grow when they are folded, such as the Turkish capital I with a dot.
  return Array.from(text, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  ).join('');
}
