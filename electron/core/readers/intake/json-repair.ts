/** What was wrong with a text that could be read anyway. */
export type JsonFaultKind = 'numbers' | 'controls' | 'commas' | 'python' | 'escapes' | 'marks';

/** How each kind is named in a sentence. */
const names: Readonly<Record<JsonFaultKind, string>> = {
  numbers: 'NaN or Infinity, read as null',
  controls: 'unescaped control characters',
  commas: 'trailing commas',
  python: 'Python syntax',
  escapes: 'invalid escapes',
  marks: 'byte order marks',
};

/** Faults by kind. */
export type JsonFaults = Map<JsonFaultKind, number>;

/** Lists faults for a sentence: "NaN or Infinity, read as null (2×); trailing commas (1×)". */
export const faultsText = (faults: JsonFaults): string =>
  [...faults].map(([kind, count]) => `${names[kind]} (${count}×)`).join('; ');

export function addFaults(to: JsonFaults, more: JsonFaults): void {
  for (const [kind, count] of more) to.set(kind, (to.get(kind) ?? 0) + count);
}

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

const BACKSLASH = 92;
const blank = /[ \t\n\r]*/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const pythonNumber = /-?(?:NaN|Infinity)(?![\w.+-])/y;
const pythonWord = /(?:True|False|None)(?![\w.+-])/y;
const pythonWords: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
/** Escapes of other languages whose meaning is certain. */
const foreignEscape = /\\(?:'|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8}))/y;
const mark = '\ufeff';

const escaped = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

/** Writes JSON again that is not quite JSON. */
class Repair {
  readonly #text: string;
  readonly #pieces: string[] = [];
  #copied = 0;
  readonly faults: JsonFaults = new Map();

  constructor(text: string) {
    this.#text = text;
  }

  get json(): string {
    return this.#pieces.join('') + this.#text.slice(this.#copied);
  }

  /** Puts `json` in the place of the text from `from` to `to`. */
  replace(from: number, to: number, json: string, kind: JsonFaultKind): void {
    this.#pieces.push(this.#text.slice(this.#copied, from), json);
    this.#copied = to;
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1);
  }

  /** Drops a comma before a bracket; false when something between them was repaired. */
  dropComma(comma: number, to: number): boolean {
    const isFree = this.#copied <= comma;
    if (isFree) this.replace(comma, to, '', 'commas');
    return isFree;
  }

  /** Reads the string that begins at `from`; returns the index after it, -1 when it cannot be read. */
  string(from: number): number {
    const text = this.#text;
    const quote = text[from];
    if (quote === "'") this.replace(from, from + 1, '"', 'python');
    for (let at = from + 1; at < text.length; ) {
      const code = text.charCodeAt(at);
      if (text[at] === quote) {
        if (quote === "'") this.replace(at, at + 1, '"', 'python');
        return at + 1;
      }
      if (code === BACKSLASH) at = this.#escape(at);
      else {
        if (code < 32) this.replace(at, at + 1, escaped(code), 'controls');
        else if (text[at] === '"') this.replace(at, at + 1, '\\"', 'python');
        at += 1;
      }
      if (at === -1) return -1;
    }
    return -1;
  }

  #escape(at: number): number {
    escapeSequence.lastIndex = at;
    if (escapeSequence.test(this.#text)) return escapeSequence.lastIndex;
    foreignEscape.lastIndex = at;
    const match = foreignEscape.exec(this.#text);
    if (match === null) return -1;
    const code = Number.parseInt(match[1] ?? match[2] ?? '27', 16);
    if (code > 0x10ffff) return -1;
    const character = String.fromCodePoint(code);
    this.replace(at, foreignEscape.lastIndex, JSON.stringify(character).slice(1, -1), 'escapes');
    return foreignEscape.lastIndex;
  }

  /** Reads a word or number at `from`; returns the index after it, -1 when there is none. */
  scalar(from: number): number {
    scalar.lastIndex = from;
    if (scalar.test(this.#text)) return scalar.lastIndex;
    pythonNumber.lastIndex = from;
    if (pythonNumber.test(this.#text)) {
      this.replace(from, pythonNumber.lastIndex, 'null', 'numbers');
      return pythonNumber.lastIndex;
    }
    pythonWord.lastIndex = from;
    const word = pythonWord.exec(this.#text)?.[0];
    if (word === undefined) return -1;
    this.replace(from, pythonWord.lastIndex, pythonWords[word] ?? 'null', 'python');
    return pythonWord.lastIndex;
  }
}

/**
 * Returns a text that is not quite JSON as JSON: with the numbers and literals of Python, its quotes, control characters
 * in strings, trailing commas and byte order marks. Only what can mean one thing is repaired: `null` for all else, and
 * for a text that breaks off. In linear time, without recursion.
 */
export function repairJson(text: string): { json: string; faults: JsonFaults } | null {
  const repair = new Repair(text);
  const closers: string[] = [];
  let expected: Expected = 'value';
  let at = 0;
  let comma = -1;
  const afterValue = (): Expected => (closers.length > 0 ? 'comma-or-end' : 'nothing');
  for (;;) {
    blank.lastIndex = at;
    blank.test(text);
    at = blank.lastIndex;
    const character = text[at];
    if (character === undefined) break;
    if (character === mark) {
      repair.replace(at, at + 1, '', 'marks');
      at += 1;
      continue;
    }
    const isTrailing = comma !== -1 && (expected === 'value' || expected === 'key');
    if (character === closers.at(-1) && (expected.endsWith('end') || isTrailing)) {
      if (isTrailing && !repair.dropComma(comma, at)) return null;
      closers.pop();
      expected = afterValue();
    } else if (expected === 'comma-or-end' && character === ',') {
      expected = closers.at(-1) === '}' ? 'key' : 'value';
      comma = at;
      at += 1;
      continue;
    } else if (expected === 'colon' && character === ':') expected = 'value';
    else if (expected.startsWith('key') || expected.startsWith('value')) {
      const isKey = expected.startsWith('key');
      if (character === '"' || character === "'") {
        at = repair.string(at);
        expected = isKey ? 'colon' : afterValue();
      } else if (!isKey && (character === '{' || character === '[')) {
        closers.push(character === '{' ? '}' : ']');
        expected = character === '{' ? 'key-or-end' : 'value-or-end';
        at += 1;
      } else {
        at = isKey ? -1 : repair.scalar(at);
        expected = afterValue();
      }
      if (at === -1) return null;
      comma = -1;
      continue;
    } else return null;
    comma = -1;
    at += 1;
  }
  return expected === 'nothing' && repair.faults.size > 0 ? { json: repair.json, faults: repair.faults } : null;
}
