import { turning } from '#shared/unseen.ts';

/** Escapes text for HTML, as content or inside a quoted attribute; characters that turn the text direction are replaced. */
export const markup = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(turning, '\ufffd');

/** Colors and type of every exported page: readable on screen, in dark mode and in print. */
const baseStyle = `
:root { --ink: #1d2b2a; --quiet: #5b6866; --ground: #fcfbf7; --line: #dcd9cf; --bad: #a3242c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecea; --quiet: #9fb0ac; --ground: #14201f; --line: #31403e; --bad: #f08b90; } }
body { margin: 0 auto; padding: 2rem 1.5rem 4rem; background: var(--ground); color: var(--ink); font: 14px/1.5 system-ui, sans-serif; }
p { margin: .3rem 0; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/**
 * Returns a self-contained HTML page. It contains no script, loads nothing, and its own policy forbids both; images and
 * audio may be in it as data URLs.
 *
 * @param title plain text.
 * @param style rules besides those of every page.
 * @param body HTML.
 */
export const htmlPage = (title: string, style: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${markup(title)}</title>
<style>${baseStyle}${style}</style>
<body>
${body}
</body>
</html>
`;

/** Longest text on one line: a summary of GitHub is limited to 1 MiB. */
const lineLimit = 400;

/** Writes text on one line so that Markdown shows it unchanged: no link, image, HTML, row or mention comes from it. */
export function markdownText(text: string): string {
  const short = text.length > lineLimit ? `${text.slice(0, lineLimit - 1)}…` : text;
  return short
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(turning, '\ufffd')
    .replace(/[\\`*_~[\]{}|!#$]/g, '\\$&')
    .replace(/[&<>@]|:(?=\/\/)|(?<=\bwww)\./gi, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Writes text of any length and number of lines as a code block that nothing in it can end. */
export function markdownBlock(text: string): string {
  let longest = 2;
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text.toWellFormed().replace(turning, '\ufffd')}\n${fence}`;
}

/** Returns a Markdown table. The cells are Markdown: whoever fills them escapes what could end them. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
