// Words of at most 14 letters, numbers of at most 3 digits, every Chinese or Japanese character, every symbol, runs of
// white space; a single space is part of the token after it, as in common tokenizers.
const pieces =
  / ?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]| ?[[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]{1,14}| ?\p{N}{1,3}| ?[^\s\p{L}\p{M}\p{N}]|\s+/gv;

/** Splits a text into the tokens that the demo counts and streams; joined, they are the same text again. */
export function tokenize(text: string): string[] {
  return text.match(pieces) ?? [];
}

/** Returns the number of tokens in a text, as reported in `usage`. */
export function countTokens(text: string): number {
  return tokenize(text).length;
}

/** Shortens a text to about `length` characters, at a word boundary, on one line. */
export function shorten(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length).replace(/ \S*$/, '')} …`;
}

/** Returns the stems of the words of a text, every Chinese or Japanese character separately. */
export function termsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map(groundForm);
}

/** Strips common English endings, so that `foxes` and `jumping` match `fox` and `jump`. */
function groundForm(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (/[^su]s$/.test(word)) return word.slice(0, -1);
  if (word.endsWith('ing') && word.length > 5) return word.slice(0, -3);
  return word.endsWith('ed') && word.length > 4 ? word.slice(0, -2) : word;
}

/** Returns groups of three letters, for texts that share no whole word. */
export function letterGroups(text: string): Set<string> {
  const line = ` ${text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()} `;
  const groups = new Set<string>();
  for (let start = 0; start + 3 <= line.length; start++) groups.add(line.slice(start, start + 3));
  return groups;
}
