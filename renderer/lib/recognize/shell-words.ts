/** A parsed shell command; nothing is executed. */
export interface ShellCommand {
  words: string[];
  /** What the shell would expand, with the index of its word: `$NAME`, `$(cat key)`, a command in backticks. */
  expansions: { word: number; text: string }[];
  /** What follows the first command, from its operator on: `&& rm x`, `| sh`, `> out.json`; empty for nothing. */
  rest: string;
}

/** Bounded, or a text of beginnings without ends would be searched once for each. */
const variable = /\$(?:\w+|\{[^}]{1,100}\})/y;

/**
 * Splits a shell command into words: single, double and `$'...'` quotes, backslashes, and lines joined by `\`, `^` or a
 * backtick. Ends at the first operator; an ampersand within a word is taken for part of an address that lacks its
 * quotes. Never throws; a quote that is not closed ends with the text.
 */
export function readShell(text: string): ShellCommand {
  const found: ShellCommand = { words: [], expansions: [], rest: '' };
  let word: string | undefined;
  const source = text.replace(/[\\^`]\r?\n/g, ' ');
  const finish = () => {
    if (word !== undefined) found.words.push(word);
    word = undefined;
  };
  const expand = (from: number, to: number) => {
    for (const expansion of expansionsIn(source.slice(from, to)))
      found.expansions.push({ word: found.words.length, text: expansion });
  };
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at] as string;
    if (/\s/.test(letter)) {
      finish();
      continue;
    }
    if (isOperator(source, at, word)) {
      if (word !== undefined && !(word.length === 1 && /[\d&]/.test(word))) finish();
      found.rest = `${word ?? ''}${source.slice(at)}`.trim();
      return found;
    }
    word ??= '';
    const isAnsi = letter === '$' && source[at + 1] === "'";
    if (letter === "'" || letter === '"' || isAnsi) {
      const quote = isAnsi ? "'" : letter;
      const start = isAnsi ? at + 2 : at + 1;
      const end = closing(source, quote, start, quote === '"' || isAnsi);
      const inner = source.slice(start, end);
      if (quote === '"') expand(start, end);
      word += quote === '"' ? inner.replace(/\\(["\\$`])/g, '$1') : isAnsi ? unescaped(inner) : inner;
      at = end;
    } else if (letter === '\\' && at + 1 < source.length) {
      at += 1;
      word += source[at];
    } else {
      const end = expansionEnd(source, at) ?? at + 1;
      if (end > at + 1) expand(at, end);
      word += source.slice(at, end);
      at = end - 1;
    }
  }
  finish();
  return found;
}

function isOperator(source: string, at: number, word: string | undefined): boolean {
  const letter = source[at];
  const next = source[at + 1] ?? ' ';
  if (letter === '|') return true;
  if (letter === ';') return /\s/.test(next);
  if (letter === '&') return word === undefined || /[&\s]/.test(next);
  // Its length first: an expression would join a long word again at each sign.
  return letter === '>' && (word === undefined || (word.length === 1 && /[\d&]/.test(word)));
}

/** Returns the place after the expansion that begins here, or `null` when none does. */
function expansionEnd(text: string, at: number): number | null {
  if (text.startsWith('$(', at)) {
    let depth = 0;
    for (let end = at + 1; end < text.length; end += 1) {
      if (text[end] === '(') depth += 1;
      else if (text[end] === ')' && --depth === 0) return end + 1;
    }
    return text.length;
  }
  if (text[at] === '`') {
    const end = text.indexOf('`', at + 1);
    return end === -1 ? null : end + 1;
  }
  variable.lastIndex = at;
  return text[at] === '$' && variable.test(text) ? variable.lastIndex : null;
}

function expansionsIn(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const end = text[at] === '\\' ? null : expansionEnd(text, at);
    if (end !== null) found.push(text.slice(at, end));
    at = text[at] === '\\' ? at + 1 : (end ?? at + 1) - 1;
  }
  return found;
}

function closing(text: string, quote: string, from: number, hasEscapes: boolean): number {
  for (let at = from; at < text.length; at += 1) {
    if (hasEscapes && text[at] === '\\') at += 1;
    // A command within double quotes has quotes of its own.
    else if (quote === '"' && text.startsWith('$(', at)) at = (expansionEnd(text, at) ?? at + 1) - 1;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };
const unescaped = (text: string) =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\(.)/g, (all, letter: string) => escapes[letter] ?? all);
