import { cutAtTokens } from './shell.ts';
import type { InlineFile } from './snippet-request.ts';

/** How a language writes what a snippet is made of. Strings are written as in JSON, which both languages read. */
interface Spelling {
  words: Readonly<Record<'true' | 'false' | 'null', string>>;
  /** An expression for the base64 of a file. */
  base64: (file: string) => string;
}

export const javaScript: Spelling = {
  words: { true: 'true', false: 'false', null: 'null' },
  base64: (file) => `(await base64(${quoted(file)}))`,
};

export const python: Spelling = {
  words: { true: 'True', false: 'False', null: 'None' },
  base64: (file) => `base64_of(${quoted(file)})`,
};

/** A string literal that JavaScript and Python read alike. */
export const quoted = (text: string) => JSON.stringify(text.toWellFormed());

/** A text as an expression, with the base64 of files in the place of their tokens. */
export function textExpression(text: string, inline: readonly InlineFile[], { base64 }: Spelling): string {
  const pieces = cutAtTokens(text, inline).map((piece) =>
    typeof piece === 'string' ? quoted(piece) : base64(piece.name),
  );
  return pieces.length === 0 ? '""' : pieces.join(' + ');
}

/** A JSON value as a literal over several lines, each behind the first indented by `margin` blanks. */
export function literal(value: unknown, inline: readonly InlineFile[], spelling: Spelling, margin = 0): string {
  if (typeof value === 'string') return textExpression(value, inline, spelling);
  if (value === null || typeof value === 'boolean') return spelling.words[`${value}`];
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  const inner = margin + indentOf(spelling);
  const items = Object.entries(value).map(([name, one]) => {
    const written = literal(one, inline, spelling, inner);
    return `${' '.repeat(inner)}${isList ? '' : `${quoted(name)}: `}${written},\n`;
  });
  return items.length === 0 ? `${open}${close}` : `${open}\n${items.join('')}${' '.repeat(margin)}${close}`;
}

const indentOf = (spelling: Spelling) => (spelling === python ? 4 : 2);
