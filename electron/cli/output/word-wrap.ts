import { widthOf } from './table.ts';

/** A style, as the renderer of Markdown writes it, or one character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the styles of the renderer begin with one.
const token = /\u001b\[\d*m|[\s\S]/gu;
const codeStart = '\u001b[36m';
const codeEnd = '\u001b[39m';
/** Lines whose columns have a meaning: a row of a table, and a fence of code that is not rendered. */
const tableRow = /^\s*\|/;
const fence = /^\s{0,3}(?:```|~~~)/;

/**
 * Breaks the lines of a text between words. Code and tables stay as they are: a terminal breaks those anywhere. A word is
 * held back until it is complete.
 *
 * @param columns of the terminal, which may change; `undefined` breaks nothing.
 */
export function createWordWrap(columns: () => number | undefined) {
  let column = 0;
  let spaces = '';
  let word = '';
  let wordWidth = 0;
  /** A word that is longer than a line, such as a URL: it stays in one piece when it is copied. */
  let isLong = false;
  let isCode = false;
  let isFenced = false;
  /** The current line as far as it was read. */
  let line = '';

  const endWord = (): string => {
    if (wordWidth === 0) {
      const styles = word;
      word = '';
      return styles;
    }
    // The last column stays free: some terminals break the line as soon as it is filled.
    const limit = (columns() ?? Number.POSITIVE_INFINITY) - 1;
    const isBroken = column > 0 && column + spaces.length + wordWidth > limit;
    const shown = `${isBroken ? '\n' : spaces}${word}`;
    column = isBroken ? wordWidth : column + spaces.length + wordWidth;
    spaces = '';
    word = '';
    wordWidth = 0;
    return shown;
  };
  const endLine = (): string => {
    const shown = `${endWord()}${spaces}\n`;
    if (fence.test(line)) isFenced = !isFenced;
    column = 0;
    spaces = '';
    line = '';
    isLong = false;
    return shown;
  };
  const take = (sign: string): string => {
    if (sign === '\n') return endLine();
    if (sign.startsWith('\u001b')) {
      if (sign === codeStart || sign === codeEnd) {
        const before = endWord();
        isCode = sign === codeStart;
        return before + sign;
      }
      word += sign;
      return '';
    }
    line += sign;
    if (sign === ' ') isLong = false;
    if (isCode || isFenced || isLong || tableRow.test(line)) {
      const before = endWord() + spaces;
      spaces = '';
      column = (column + widthOf(sign)) % (columns() ?? Number.POSITIVE_INFINITY);
      return before + sign;
    }
    if (sign === ' ') {
      const before = endWord();
      spaces += sign;
      return before;
    }
    const width = widthOf(sign);
    // A line may be broken before and after an ideograph.
    const before = width > 1 ? endWord() : '';
    word += sign;
    wordWidth += width;
    isLong = wordWidth >= (columns() ?? 80);
    return width > 1 || isLong ? before + endWord() : before;
  };

  return {
    /** Returns what can be shown so far. */
    add(text: string): string {
      let shown = '';
      for (const [sign] of text.matchAll(token)) shown += take(sign);
      return shown;
    },
    /** Returns what was held back; the next text starts a new line. */
    end(): string {
      const shown = endWord() + spaces;
      column = 0;
      spaces = '';
      line = '';
      isLong = false;
      isCode = false;
      isFenced = false;
      return shown;
    },
  };
}
