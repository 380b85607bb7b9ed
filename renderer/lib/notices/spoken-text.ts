/** Characters that are read out at a time. The rest of a longer text can be read in the page. */
export const maxSpoken = 10_000;

/**
 * Returns Markdown as it is read out: the words, without formatting marks. Code and formulas stay as they are written;
 * a fence, a table rule and the address behind a link are left out. A longer text is cut, with "…" at its end.
 */
export function spokenText(markdown: string): string {
  const cut = markdown.length > maxSpoken ? `${markdown.slice(0, maxSpoken)}…` : markdown;
  return cut
    .replace(/!?\[([^[\]]{0,500})\]\([^)\s]{0,500}(?:\s{1,10}"[^"]{0,500}")?\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|[-*+]|>)[ \t]+/gm, '')
    .replace(/(\*{1,3})(?=\S)([^*\n]*\S)\1/g, '$2')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !silentLine.test(line))
    .map(spokenLine)
    .filter((line) => line !== '')
    .join('\n');
}

/**
 * A fence, or the rule between the head and the rows of a table. Lines are trimmed before, so nothing here backtracks.
 */
const silentLine = /^(?:```|~~~)|^\|?[ \t]*:?--[-:| \t]*$/;

/** A row of a table is read cell by cell. */
const spokenLine = (line: string): string =>
  line
    .replace(/__|~~|`/g, '')
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ');
