// Words of at most 14 letters, numbers of at most 3 digits, every Chinese or Japanese character, every sign, runs of white
// space; a single space goes with what follows it, as common tokenizers do.
const pieces =
  / ?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]| ?[[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]{1,14}| ?\p{N}{1,3}| ?[^\s\p{L}\p{M}\p{N}]|\s+/gv;

/** Splits a text into the tokens that the demo counts and streams; joined again they are the same text. */
export function tokenize(text: string): string[] {
  return text.match(pieces) ?? [];
}

/** Number of tokens in a text, as reported in `usage`. */
export function countTokens(text: string): number {
  return tokenize(text).length;
}
