/** What takes two columns of a terminal: East Asian wide characters, emojis, flags, and signs that are drawn as emojis. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{RI}|\ufe0f/u;
const plain = /^[\x20-\x7e]*$/;
/** Marks and joiners without a character that they belong to. */
const empty = /^[\p{M}\p{Cf}]+$/u;

const segments = new Intl.Segmenter();
/** The characters as they are seen: an emoji of several, or a letter with its accents, is one. */
const signsOf = (text: string): Iterable<string> =>
  plain.test(text) ? text : Array.from(segments.segment(text), ({ segment }) => segment);

const widthOfSign = (sign: string): number => (wide.test(sign) ? 2 : empty.test(sign) ? 0 : 1);

/** Returns how many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const sign of signsOf(text)) width += widthOfSign(sign);
  return width;
}

/** Cuts a text that is wider than the space for it; it then ends with an ellipsis. */
export function fitText(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let fitting = '';
  let width = 1;
  for (const sign of signsOf(text)) {
    width += widthOfSign(sign);
    if (width > columns) break;
    fitting += sign;
  }
  return columns < 1 ? '' : `${fitting}…`;
}

/** A column is not made narrower than this, and loses its end at the edge of the terminal instead. */
const leastWidth = 6;
const leastFirstWidth = 20;
const gap = '  ';

/**
 * Aligns the columns of the rows.
 *
 * @param columns of the terminal; the widest columns of the table are cut to fit. Without it, nothing is cut.
 */
export function tableOf(rows: readonly (readonly string[])[], columns?: number): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => widthOf(row[at] as string))));
  if (columns !== undefined) narrow(widths, columns - gap.length * (widths.length - 1));
  const line = (row: readonly string[]) =>
    row
      .map((word, at) => {
        const shown = fitText(word, widths[at] as number);
        return shown + ' '.repeat((widths[at] as number) - widthOf(shown));
      })
      .join(gap)
      .trimEnd();
  return rows.map((row) => `${columns === undefined ? line(row) : fitText(line(row), columns)}\n`).join('');
}

/** Takes what does not fit from the widest columns, and from the first one last: its names and IDs are typed again. */
function narrow(widths: number[], available: number): void {
  for (let over = widths.reduce((sum, width) => sum + width, 0) - available; over > 0; over -= 1) {
    const [first = 0, ...others] = widths;
    const widest = Math.max(0, ...others);
    const at = widest > leastWidth ? others.indexOf(widest) + 1 : 0;
    if (at === 0 && first <= leastFirstWidth) return;
    widths[at] = (widths[at] as number) - 1;
  }
}
