/** Characters that are read out at one time. Whoever wants more of a longer text reads it in the page. */
export const mostSpoken = 10_000;

/**
 * Markdown as it is read out: words, without the signs that only shape them. Code and formulas stay as they are written;
 * a fence, a rule of a table and an address behind a link are nothing to listen to. A longer text is cut, with "…" at its end.
 */
export function spokenText(markdown: string): string {
  const cut = markdown.length > mostSpoken ? `${markdown.slice(0, mostSpoken)}…` : markdown;
  return cut
    .replace(/!?\[([^\]]{0,500})\]\([^)\s]{0,500}(?:\s{1,10}"[^"]{0,500}")?\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|[-*+]|>)[ \t]+/gm, '')
    .replace(/(\*{1,3})(?=\S)([^*\n]*\S)\1/g, '$2')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !silentLine.test(line))
    .map(spokenLine)
    .filter((line) => line !== '')
    .join('\n');
}

/** A fence, or the rule between the head and the rows of a table. Lines are trimmed before, so nothing here is tried twice. */
const silentLine = /^(?:```|~~~)|^\|?[ \t]*:?--[-:| \t]*$/;

/** A row of a table is read cell by cell. */
const spokenLine = (line: string): string =>
  line
    .replace(/__|~~|`/g, '')
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ');
