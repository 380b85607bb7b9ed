import { parseJson } from './json-value.ts';

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
const SPACE = 32;
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

/**
 * Reads a text as JSON, and writes what is not quite JSON again where it may. In linear time, without recursion: depth
 * is limited by memory alone. What reads a token returns the index after it, or minus one minus the index of its fault.
 */
class JsonWalk {
  readonly #text: string;
  readonly #mayRepair: boolean;
  readonly #pieces: string[] = [];
  #copied = 0;
  readonly faults: JsonFaults = new Map();

  constructor(text: string, mayRepair: boolean) {
    this.#text = text;
    this.#mayRepair = mayRepair;
  }

  get json(): string {
    return this.#pieces.join('') + this.#text.slice(this.#copied);
  }

  /** Returns the index of the first character that can be neither read nor repaired; `null` when there is none. */
  fault(): number | null {
    const text = this.#text;
    const closers: string[] = [];
    let expected: Expected = 'value';
    let at = 0;
    let comma = -1;
    const afterValue = (): Expected => (closers.length > 0 ? 'comma-or-end' : 'nothing');
    for (;;) {
      at = this.#match(blank, at);
      const character = text[at];
      if (character === undefined) return expected === 'nothing' ? null : at;
      if (character === mark && this.#repair(at, at + 1, '', 'marks')) {
        at += 1;
        continue;
      }
      const isTrailing = comma !== -1 && (expected === 'value' || expected === 'key');
      if (character === closers.at(-1) && (expected.endsWith('end') || (isTrailing && this.#dropComma(comma, at)))) {
        closers.pop();
        expected = afterValue();
      } else if (expected === 'comma-or-end' && character === ',') expected = closers.at(-1) === '}' ? 'key' : 'value';
      else if (expected === 'colon' && character === ':') expected = 'value';
      else if (expected.startsWith('value') && (character === '{' || character === '[')) {
        closers.push(character === '{' ? '}' : ']');
        expected = character === '{' ? 'key-or-end' : 'value-or-end';
      } else if (expected.startsWith('value') || expected.startsWith('key')) {
        const isKey = expected.startsWith('key');
        const isString = character === '"' || character === "'";
        const end = isString ? this.#string(at) : isKey ? -1 - at : this.#scalar(at);
        if (end < 0) return -1 - end;
        expected = isKey ? 'colon' : afterValue();
        at = end - 1;
      } else return at;
      comma = character === ',' ? at : -1;
      at += 1;
    }
  }

  #match(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    return pattern.test(this.#text) ? pattern.lastIndex : -1 - from;
  }

  /** Puts `json` in the place of the text from `from` to `to`; false when nothing may be repaired. */
  #repair(from: number, to: number, json: string, kind: JsonFaultKind): boolean {
    if (!this.#mayRepair) return false;
    this.#pieces.push(this.#text.slice(this.#copied, from), json);
    this.#copied = to;
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1);
    return true;
  }

  /** Drops a comma before a bracket; false when something between them was repaired. */
  #dropComma(comma: number, to: number): boolean {
    return this.#copied <= comma && this.#repair(comma, to, '', 'commas');
  }

  #string(from: number): number {
    const text = this.#text;
    const quote = text[from];
    if (quote === "'" && !this.#repair(from, from + 1, '"', 'python')) return -1 - from;
    let at = from + 1;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (text[at] === quote) {
        if (quote === "'") this.#repair(at, at + 1, '"', 'python');
        return at + 1;
      }
      if (code === BACKSLASH) {
        const end = this.#escape(at);
        if (end < 0) return end;
        at = end;
      } else {
        if (code < SPACE && !this.#repair(at, at + 1, escaped(code), 'controls')) return -1 - at;
        if (text[at] === '"') this.#repair(at, at + 1, '\\"', 'python');
        at += 1;
      }
    }
    return -1 - at;
  }

  #escape(at: number): number {
    const end = this.#match(escapeSequence, at);
    if (end >= 0) return end;
    foreignEscape.lastIndex = at;
    const match = foreignEscape.exec(this.#text);
    const code = match ? Number.parseInt(match[1] ?? match[2] ?? '27', 16) : Number.POSITIVE_INFINITY;
    if (code > 0x10ffff) return -1 - at;
    const to = foreignEscape.lastIndex;
    return this.#repair(at, to, JSON.stringify(String.fromCodePoint(code)).slice(1, -1), 'escapes') ? to : -1 - at;
  }

  #scalar(from: number): number {
    const plain = this.#match(scalar, from);
    if (plain >= 0) return plain;
    const number = this.#match(pythonNumber, from);
    if (number >= 0) return this.#repair(from, number, 'null', 'numbers') ? number : -1 - from;
    const word = this.#match(pythonWord, from);
    const json = pythonWords[this.#text.slice(from, Math.max(from, word))];
    return json !== undefined && this.#repair(from, word, json, 'python') ? word : -1 - from;
  }
}

const noFaults: JsonFaults = new Map();

/** A text read as JSON. */
interface ReadJson {
  value: unknown;
  /** The text itself, or its repaired form. */
  json: string;
  /** What was repaired. */
  faults: JsonFaults;
}

/**
 * Reads a text that is JSON, or not quite JSON: with the numbers and literals of Python, its quotes, control characters
 * in strings, trailing commas and byte order marks. Only what can mean one thing is repaired: `null` for all else, and
 * for a text that breaks off.
 */
export function readJson(text: string): ReadJson | null {
  const value = parseJson(text);
  if (value !== undefined) return { value, json: text, faults: noFaults };
  const walk = new JsonWalk(text, true);
  if (walk.fault() !== null || walk.faults.size === 0) return null;
  const { json, faults } = walk;
  const repaired = parseJson(json);
  return repaired === undefined ? null : { value: repaired, json, faults };
}

/** Returns the first place where a text is not JSON: its length when it is only truncated, `null` when all is JSON. */
const faultIndex = (text: string): number | null => new JsonWalk(text, false).fault();

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
