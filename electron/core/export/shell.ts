import { aroundSecrets } from './secret-places.ts';
import type { InlineFile } from './snippet-request.ts';

/** Nothing in single quotes means anything to a shell, except the quote itself. */
export const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * One word for `sh` in which every redacted secret is a variable that the shell fills in. Text that would mean something
 * in double quotes, to a person's shell as well, is put in single quotes beside them.
 */
export function shellWord(text: string, variable: string): string {
  const [first = '', ...rest] = aroundSecrets(text);
  if (rest.length === 0) return single(text);
  if (/["\\$`!]/.test(text))
    return (first && single(first)) + rest.map((piece) => `"$${variable}"${piece && single(piece)}`).join('');
  // Braces only where the text would go on the name.
  const filled = rest.map((piece) => (/^\w/.test(piece) ? `\${${variable}}` : `$${variable}`) + piece);
  return `"${first}${filled.join('')}"`;
}

/** Longer texts do not fit into one argument on every system. */
export const maxArgumentCharacters = 30_000;

/** Commands that print a text, with each file in base64 in the place of its token; each ends without a line feed. */
export function printingCommands(text: string, inline: readonly InlineFile[]): string {
  const commands: string[] = [];
  for (const piece of cutAtTokens(text, inline)) {
    if (typeof piece === 'string') commands.push(`printf %s ${single(piece)}`);
    else commands.push(`base64 < ${single(shellPath(piece.name))} | tr -d '\\n'`);
  }
  return commands.length === 1 ? (commands[0] as string) : `{ ${commands.join('; ')}; }`;
}

/** A name that begins with a hyphen would be an option. */
const shellPath = (name: string) => (name.startsWith('-') ? `./${name}` : name);

/** A text cut at the tokens of files, in order, without empty pieces. */
export function cutAtTokens(text: string, inline: readonly InlineFile[]): (string | InlineFile)[] {
  const pieces: (string | InlineFile)[] = [];
  let rest = text;
  for (;;) {
    const next = inline
      .filter(({ token }) => token !== '')
      .map((file) => ({ file, at: rest.indexOf(file.token) }))
      .filter(({ at }) => at !== -1)
      .sort((first, second) => first.at - second.at)[0];
    const before = next ? rest.slice(0, next.at) : rest;
    if (before !== '') pieces.push(before);
    if (!next) return pieces;
    pieces.push(next.file);
    rest = rest.slice(next.at + next.file.token.length);
  }
}
