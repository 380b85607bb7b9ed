/** Differences that do not count as errors. */
export interface Normalization {
  ignoreCase: boolean;
  /** Punctuation and symbols. */
  ignorePunctuation: boolean;
}

const noSpaces =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー';
/** A letter of a script without spaces with its marks and punctuation, or a word of any other script. */
export const wordPattern = new RegExp(`[${noSpaces}]\\p{M}*\\p{P}*|[^\\s${noSpaces}]+`, 'gu');
const unspaced = new RegExp(`[${noSpaces}]`, 'gu');
const letters = /[\p{L}\p{N}]/gu;

/** Returns true if most letters of a text belong to scripts without spaces between words. */
export const isWithoutSpaces = (text: string): boolean =>
  (text.match(unspaced)?.length ?? 0) * 2 > (text.match(letters)?.length ?? 0);

/** Returns what of a word or character is compared; empty where all of it is ignored. */
export function comparable(text: string, { ignoreCase, ignorePunctuation }: Normalization): string {
  // The same letter in full and half width is the same letter.
  const plain = text.normalize('NFKC');
  const letters = ignorePunctuation ? plain.replace(/[^\p{L}\p{N}\p{M}]/gu, '') : plain;
  return ignoreCase ? letters.toLowerCase() : letters;
}

const endsUnspaced = new RegExp(`[${noSpaces}]\\p{M}*\\p{P}*$`, 'u');

/** A letter with its marks and closing punctuation. */
const longestEnd = 16;

/** Returns what separates a word from the next one: a space, except in scripts that are written without. */
export const gapAfter = (word: string): '' | ' ' =>
  word === '' || endsUnspaced.test(word.slice(-longestEnd)) ? '' : ' ';
