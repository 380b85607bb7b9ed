import type { HelpSection } from '../specs/spec.ts';

/** Wider lines are hard to read. */
const mostColumns = 120;

/** A longer term has its text below it, in the same column. */
const mostTerm = 26;

/** Text with less space than this starts on its own line. */
const leastRoom = 24;
const ownLineIndent = 6;

/** An argument of a command, an option with its value, or a redirection. */
const commandWord = /(?:(?:-{1,2}\w[\w-]*|[<|>]+) (?![-<|>]))?(?:"[^"]*"|'[^']*'|[^\s"'])+/g;

/** A page of help: paragraphs, then sections. Rows of `examples` are command lines. */
export interface HelpPage {
  lead: readonly string[];
  examples?: readonly string[];
  usage?: readonly string[];
  sections: readonly HelpSection[];
}

/**
 * Lays out a page at `columns`. Paragraphs and descriptions are wrapped; a command line is continued with a backslash,
 * so that it can still be pasted. A word longer than a line stays whole.
 */
export function layOut({ lead, usage = [], examples = [], sections }: HelpPage, columns: number): string {
  const width = Math.min(columns, mostColumns);
  const terms = sections.flatMap(({ rows }) => rows.flatMap((row) => (typeof row === 'string' ? [] : [row[0].length])));
  const column = 4 + Math.min(mostTerm, Math.max(0, ...terms));
  const blocks = [
    ...lead.map((text) => wrap(text.split(' '), width)),
    block('USAGE', usage, (line) => commandLine(`patchbay ${line}`, width, '')),
    block('EXAMPLES', examples, (line) => commandLine(line, width, ' \\')),
    ...sections.map(({ title, rows }) =>
      block(title, rows, (row) => {
        if (typeof row !== 'string') return term(row[0], row[1], column, width);
        return wrap(row.split(' '), width - 2).map((line) => `  ${line}`);
      }),
    ),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function block<T>(title: string, rows: readonly T[], layOutRow: (row: T) => string[]): string[] {
  return rows.length === 0 ? [] : [title, ...rows.flatMap(layOutRow)];
}

function term(name: string, text: string, column: number, width: number): string[] {
  const hasRoom = width - column >= leastRoom;
  const indent = ' '.repeat(hasRoom ? column : ownLineIndent);
  const lines = wrap(text.split(' '), width - indent.length).map((line) => `${indent}${line}`);
  const isBeside = hasRoom && name.length + 4 <= column;
  if (!isBeside) return [`  ${name}`, ...lines];
  return [`  ${name}`.padEnd(column) + (lines[0] ?? '').trimStart(), ...lines.slice(1)];
}

function commandLine(text: string, width: number, more: string): string[] {
  const words = text.match(commandWord) ?? [];
  const lines = wrap(words, width - ownLineIndent - more.length);
  return lines.map((line, at) => `${at === 0 ? '  ' : '      '}${line}${at < lines.length - 1 ? more : ''}`);
}

/** Joins words into lines of at most `width` characters. */
function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
