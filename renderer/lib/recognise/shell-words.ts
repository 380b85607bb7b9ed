/**
 * Splits a shell command into words: single, double and `$'...'` quotes, backslashes, and lines joined by `\`, `^` or a
 * backtick. Never throws; a quote that is not closed ends with the text.
 */
export function shellWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  const source = text.replace(/[\\^`]\r?\n/g, ' ');
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at] as string;
    if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    word ??= '';
    const isAnsi = letter === '$' && source[at + 1] === "'";
    if (letter === "'" || letter === '"' || isAnsi) {
      const quote = isAnsi ? "'" : letter;
      const start = isAnsi ? at + 2 : at + 1;
      const end = closing(source, quote, start, quote === '"' || isAnsi);
      const inner = source.slice(start, end);
      word += quote === '"' ? inner.replace(/\\(["\\$`])/g, '$1') : isAnsi ? unescaped(inner) : inner;
      at = end;
    } else if (letter === '\\' && at + 1 < source.length) {
      at += 1;
      word += source[at];
    } else word += letter;
  }
  if (word !== undefined) words.push(word);
  return words;
}

function closing(text: string, quote: string, from: number, hasEscapes: boolean): number {
  for (let at = from; at < text.length; at += 1) {
    if (hasEscapes && text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };
const unescaped = (text: string) =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\(.)/g, (all, letter: string) => escapes[letter] ?? all);
