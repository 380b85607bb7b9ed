/** Where a text stops being JSON. Line and column count from 1. */
export interface JsonFault {
  offset: number;
  line: number;
  column: number;
  /** What stands there, for a sentence: `the character "x"` or `the end of the text`. */
  found: string;
}

/** Thrown by the scanner at the first wrong character; never leaves this file. */
class Stop {
  readonly offset: number;
  constructor(offset: number) {
    this.offset = offset;
  }
}

/**
 * The first place where a text is no JSON, or `null` when all of it is. The engine's own parser names a position only for
 * some faults. No recursion: depth is limited by memory alone.
 */
export function findJsonFault(text: string): JsonFault | null {
  try {
    scan(text);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
    const { offset } = thrown;
    const before = text.slice(0, offset);
    const lineStart = before.lastIndexOf('\n') + 1;
    const character = text.codePointAt(offset);
    return {
      offset,
      line: before.split('\n').length,
      column: offset - lineStart + 1,
      found:
        character === undefined
          ? 'the end of the text'
          : `the character ${JSON.stringify(String.fromCodePoint(character))}`,
    };
  }
}

const blank = /[ \t\r\n]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function scan(text: string): void {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const expect = (sign: string) => {
    skip(blank);
    if (text[at] !== sign) throw new Stop(at);
    at += 1;
  };
  const scanString = () => {
    expect('"');
    while (text[at] !== '"') {
      // Control characters are not allowed inside a JSON string; past the end there is no code at all.
      if (!(text.charCodeAt(at) >= 32)) throw new Stop(at);
      if (text[at] !== '\\') at += 1;
      else if (!skip(escapeSequence)) throw new Stop(at);
    }
    at += 1;
  };
  const open: ('{' | '[')[] = [];
  for (;;) {
    skip(blank);
    const sign = text[at];
    if (sign === '{' || sign === '[') {
      at += 1;
      skip(blank);
      if (text[at] !== (sign === '{' ? '}' : ']')) {
        open.push(sign);
        if (sign === '{') {
          scanString();
          expect(':');
        }
        continue;
      }
      at += 1;
    } else if (sign === '"') scanString();
    else if (!skip(scalar)) throw new Stop(at);

    // A value has ended: close what ends with it, then go on to the next one.
    for (;;) {
      skip(blank);
      const inside = open.at(-1);
      if (inside === undefined) {
        if (at < text.length) throw new Stop(at);
        return;
      }
      if (text[at] === (inside === '{' ? '}' : ']')) {
        at += 1;
        open.pop();
        continue;
      }
      expect(',');
      if (inside === '{') {
        scanString();
        expect(':');
      }
      break;
    }
  }
}
