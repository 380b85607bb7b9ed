/**
 * Markdown as it is read out: words, without the signs that only shape them. Code and formulas stay as they are written;
 * a fence, a rule of a table and an address behind a link are nothing to listen to.
 */
export function spokenText(markdown: string): string {
  return markdown
    .replace(/^[ \t]*(?:```|~~~).*$/gm, '')
    .replace(/^[ \t]*\|?[ \t]*:?-{2,}[-:| \t]*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|[-*+]|>)[ \t]+/gm, '')
    .replace(/(\*{1,3})(?=\S)([^*\n]*\S)\1/g, '$2')
    .replace(/__|~~|`/g, '')
    .replace(/[ \t]*\|[ \t]*/g, ', ')
    .replace(/^[ \t,]+|[ \t,]+$/gm, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}
