type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

const blank = /[ \t\n\r]*/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPACE = 32;
const QUOTE = 34;
const BACKSLASH = 92;

/** Returns the index after a string that begins at `from`, or minus one minus the index of the fault in it. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code < SPACE) break;
    if (code !== BACKSLASH) {
      at += 1;
      continue;
    }
    escapeSequence.lastIndex = at;
    if (!escapeSequence.test(text)) break;
    at = escapeSequence.lastIndex;
  }
  return -1 - at;
}

/**
 * Returns the index of the first character at which `text` stops being JSON: its length when it is only truncated,
 * `null` when all of it is JSON. No recursion: depth is limited by memory alone.
 */
function faultIndex(text: string): number | null {
  const closers: string[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const afterValue = (): Expected => (closers.length > 0 ? 'comma-or-end' : 'nothing');
  for (;;) {
    blank.lastIndex = at;
    blank.test(text);
    at = blank.lastIndex;
    const character = text[at];
    if (character === undefined) return expected === 'nothing' ? null : at;
    const mayClose = expected === 'comma-or-end' || expected === 'value-or-end' || expected === 'key-or-end';
    if (mayClose && character === closers.at(-1)) {
      closers.pop();
      expected = afterValue();
    } else if (expected === 'comma-or-end' && character === ',') expected = closers.at(-1) === '}' ? 'key' : 'value';
    else if (expected === 'colon' && character === ':') expected = 'value';
    else if (character === '"' && expected !== 'colon' && expected !== 'comma-or-end' && expected !== 'nothing') {
      const end = stringEnd(text, at);
      if (end < 0) return -1 - end;
      expected = expected.startsWith('key') ? 'colon' : afterValue();
      at = end;
      continue;
    } else if (expected === 'value' || expected === 'value-or-end') {
      scalar.lastIndex = at;
      if (character === '{' || character === '[') {
        closers.push(character === '{' ? '}' : ']');
        expected = character === '{' ? 'key-or-end' : 'value-or-end';
      } else if (scalar.test(text)) {
        at = scalar.lastIndex;
        expected = afterValue();
        continue;
      } else return at;
    } else return at;
    at += 1;
  }
}

/** The start of a word, a number or an escape. */
const cutToken = /^(?:[\w.+-]*|\\u?[0-9a-fA-F]{0,3})$/;

/** Tells whether `text`, which is not JSON, is only truncated. */
export function breaksOff(text: string): boolean {
  const offset = faultIndex(text);
  return offset !== null && cutToken.test(text.slice(offset));
}

/** Where a text stops being JSON. Line and column count from 1. */
interface JsonFault {
  offset: number;
  line: number;
  column: number;
  /** What is found there, for a sentence: `character "x"` or `end of text`. */
  found: string;
}

/**
 * Returns the first place where a text is not JSON; `null` when all of it is. The engine's own parser reports a
 * position only for some faults.
 */
export function findJsonFault(text: string): JsonFault | null {
  const offset = faultIndex(text);
  if (offset === null) return null;
  const before = text.slice(0, offset);
  let line = 1;
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line += 1;
  const character = text.codePointAt(offset);
  return {
    offset,
    line,
    column: offset - before.lastIndexOf('\n'),
    found: character === undefined ? 'end of text' : `character ${JSON.stringify(String.fromCodePoint(character))}`,
  };
}
