import { unseen } from '#shared/unseen.ts';

/** Text as numbers: bytes, or the code units of a string. */
export type Codes = Uint8Array | Uint16Array;

/**
 * How a code may hide a secret from a search: not at all, as an invisible character, as markup, or as the start of an
 * escape.
 */
export const kind = { plain: 0, invisible: 1, mark: 2, escape: 3 } as const;

/** Rendered as white space, so they join nothing. */
const spaces = '\t\n\r';
/** Markup that Markdown removes from the middle of a word: emphasis, code, and the backslash before punctuation. */
const marks = '*`~';
const escapes = '\\%&';

/** Most pages of this size contain no invisible character, so one test per page is enough. */
const pageCodes = 256;
let table: Uint8Array | undefined;

/** Returns one of `kind` for each UTF-16 code. */
export function characterKinds(): Uint8Array {
  if (table !== undefined) return table;
  table = new Uint8Array(0x10000);
  for (let page = 0; page < table.length; page += pageCodes) {
    const codes = Array.from({ length: pageCodes }, (_, at) => page + at);
    if (!unseen.test(String.fromCharCode(...codes))) continue;
    for (const code of codes) if (unseen.test(String.fromCharCode(code))) table[code] = kind.invisible;
  }
  for (const space of spaces) table[space.charCodeAt(0)] = kind.plain;
  for (const mark of marks) table[mark.charCodeAt(0)] = kind.mark;
  for (const first of escapes) table[first.charCodeAt(0)] = kind.escape;
  return table;
}

/**
 * Returns the length of the UTF-8 sequence at `at` when it encodes an invisible character; 0 otherwise. In a string
 * such a sequence is a remnant of percent-encoding.
 */
export function invisibleSequence(codes: Codes, at: number): number {
  const first = codes[at]!;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  let point = first & (0x7f >> length);
  for (let index = 1; index < length; index += 1) {
    const next = codes[at + index];
    if (next === undefined || next < 0x80 || next > 0xbf) return 0;
    point = (point << 6) | (next & 0x3f);
  }
  if (point > 0xffff) return unseen.test(String.fromCodePoint(Math.min(point, 0x10ffff))) ? length : 0;
  // Surrogates have no UTF-8 form.
  return characterKinds()[point] === kind.invisible ? length : 0;
}

/** Returns the UTF-16 code units of a text. */
export function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index += 1) codes[index] = text.charCodeAt(index);
  return codes;
}

/**
 * Codes after decoding, and for each of them the half-open range of source codes. The range arrays may be longer than
 * `codes`.
 */
export interface DecodedView {
  codes: Uint16Array;
  starts: Uint32Array;
  ends: Uint32Array;
}

const backslash = 0x5c;
/** Codes of the longest escape that is decoded. */
export const longestEscape = 14;
const simpleEscapes = new Map(Object.entries({ '"': 0x22, '\\': 0x5c, '/': 0x2f, b: 8, f: 12, n: 10, r: 13, t: 9 }));
const namedEntities = Object.entries({
  'amp;': 0x26,
  'lt;': 0x3c,
  'gt;': 0x3e,
  'quot;': 0x22,
  'apos;': 0x27,
  'shy;': 0xad,
  'zwnj;': 0x200c,
  'zwj;': 0x200d,
});
/** Represents every character outside the basic plane: no key contains one. */
const astral = 0xd800;

const digitOf = (code: number | undefined): number => {
  if (code === undefined) return -1;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : -1;
};

/** Returns the value of `count` hexadecimal digits, or -1 when one of them is invalid. */
function hexAt(codes: Codes, at: number, count: number): number {
  let value = 0;
  for (let index = 0; index < count; index += 1) {
    const digit = digitOf(codes[at + index]);
    if (digit === -1) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** Packs an escape into one number, since there may be millions: `length * 0x10000 + code`. */
const packed = (length: number, code: number) => length * 0x10000 + (code > 0xffff ? astral : code);
export const lengthOf = (taken: number) => taken >>> 16;
export const codeOf = (taken: number) => taken & 0xffff;

/**
 * Returns the escape at `at`, of those that Patchbay itself decodes anywhere: of JSON (`\u0073`), of percent-encoding
 * (`%73`, one byte), and of HTML (`&#115;`, also with leading zeros or without its semicolon). See `lengthOf` and
 * `codeOf`; 0 when there is none.
 */
export function escapeAt(codes: Codes, at: number): number {
  switch (codes[at]) {
    case backslash:
      return jsonEscape(codes, at);
    case 0x25: {
      const code = hexAt(codes, at + 1, 2);
      return code === -1 ? 0 : packed(3, code);
    }
    case 0x26:
      return codes[at + 1] === 0x23 ? numericEntity(codes, at) : namedEntity(codes, at);
    default:
      return 0;
  }
}

function jsonEscape(codes: Codes, at: number): number {
  const next = codes[at + 1];
  if (next === undefined) return 0;
  if (next !== 0x75) {
    const code = simpleEscapes.get(String.fromCharCode(next));
    return code === undefined ? 0 : packed(2, code);
  }
  const code = hexAt(codes, at + 2, 4);
  return code === -1 ? 0 : packed(6, code);
}

function numericEntity(codes: Codes, at: number): number {
  const isHex = (codes[at + 2]! | 0x20) === 0x78;
  const base = isHex ? 16 : 10;
  let end = at + (isHex ? 3 : 2);
  const first = end;
  let value = 0;
  for (; end - at < longestEscape - 1; end += 1) {
    const digit = digitOf(codes[end]);
    if (digit === -1 || digit >= base) break;
    value = Math.min(value * base + digit, 0x110000);
  }
  if (end === first) return 0;
  return packed(end - at + (codes[end] === 0x3b ? 1 : 0), value);
}

function namedEntity(codes: Codes, at: number): number {
  for (const [name, code] of namedEntities) {
    let index = 0;
    while (index < name.length && codes[at + 1 + index] === name.charCodeAt(index)) index += 1;
    if (index === name.length) return packed(name.length + 1, code);
  }
  return 0;
}

/** Returns how many codes at the end are an escape that may continue after them. */
function truncatedEscapeLength(codes: Codes): number {
  const kinds = characterKinds();
  const from = Math.max(0, codes.length - longestEscape);
  let at = codes.length - 1;
  while (at >= from && kinds[codes[at]!] !== kind.escape) at -= 1;
  return at >= from && isTruncated(codes, at) ? codes.length - at : 0;
}

/** Tells whether an escape may begin at `at` and continue after the end. Called per delta, so it allocates nothing. */
function isTruncated(codes: Codes, at: number): boolean {
  const rest = codes.length - at - 1;
  if (rest === 0) return true;
  const next = codes[at + 1]!;
  if (codes[at] === 0x25) return rest === 1 && digitOf(next) !== -1;
  if (codes[at] === backslash) return rest <= 4 && (next | 0x20) === 0x75 && areDigits(codes, at + 2, 16);
  if (next !== 0x23) return rest <= 4 && areLetters(codes, at + 1);
  if (rest > 12) return false;
  return rest > 1 && (codes[at + 2]! | 0x20) === 0x78 ? areDigits(codes, at + 3, 16) : areDigits(codes, at + 2, 10);
}

function areDigits(codes: Codes, from: number, base: number): boolean {
  for (let at = from; at < codes.length; at += 1) {
    const digit = digitOf(codes[at]);
    if (digit === -1 || digit >= base) return false;
  }
  return true;
}

function areLetters(codes: Codes, from: number): boolean {
  for (let at = from; at < codes.length; at += 1) {
    const small = codes[at]! | 0x20;
    if (small < 0x61 || small > 0x7a) return false;
  }
  return true;
}

/** Views are processed one after the other and not kept: each kind reuses the same memory. */
class ViewMemory {
  #codes = new Uint16Array(0);
  #starts = new Uint32Array(0);
  #ends = new Uint32Array(0);
  #length = 0;

  /** Makes room for a view of at most `length` codes. */
  clear(length: number): void {
    this.#length = 0;
    if (this.#codes.length >= length) return;
    const room = Math.max(1024, length);
    this.#codes = new Uint16Array(room);
    this.#starts = new Uint32Array(room);
    this.#ends = new Uint32Array(room);
  }

  add(code: number, start: number, end: number): void {
    const at = this.#length;
    this.#codes[at] = code;
    this.#starts[at] = start;
    this.#ends[at] = end;
    this.#length = at + 1;
  }

  get view(): DecodedView {
    return { codes: this.#codes.subarray(0, this.#length), starts: this.#starts, ends: this.#ends };
  }
}
const [once, twice, shown] = [new ViewMemory(), new ViewMemory(), new ViewMemory()];

export function withoutTruncatedEscape<T extends Codes>(codes: T): T {
  const truncatedLength = truncatedEscapeLength(codes);
  // A new view of the same memory costs more than the whole check.
  return truncatedLength === 0 ? codes : (codes.subarray(0, codes.length - truncatedLength) as T);
}

/**
 * Returns what codes may become by decoding: their escapes decoded once, then twice, and then without invisible
 * characters and markup. An escape truncated at the end is not decoded. Views that change nothing are left out. Each is
 * valid until the next call.
 *
 * @param from the offset at which the ranges start.
 */
export function decodedViews(codes: Codes, from: number): DecodedView[] {
  const first = decodeInto(once, codes, null, from);
  const second = first && decodeInto(twice, withoutTruncatedEscape(first.codes), first, from);
  const last = second ?? first;
  const third = showInto(withoutTruncatedEscape(last?.codes ?? codes), last, from);
  return [first, second, third].filter((view) => view !== null);
}

function decodeInto(memory: ViewMemory, codes: Codes, before: DecodedView | null, from: number): DecodedView | null {
  const kinds = characterKinds();
  const { length } = codes;
  let at = 0;
  while (at < length && (kinds[codes[at]!] !== kind.escape || escapeAt(codes, at) === 0)) at += 1;
  if (at === length) return null;
  memory.clear(length);
  for (at = 0; at < length; ) {
    const code = codes[at]!;
    const taken = kinds[code] === kind.escape ? escapeAt(codes, at) : 0;
    const next = taken === 0 ? at + 1 : at + lengthOf(taken);
    const start = before ? before.starts[at]! : from + at;
    memory.add(taken === 0 ? code : codeOf(taken), start, before ? before.ends[next - 1]! : from + next);
    at = next;
  }
  return memory.view;
}

/** Returns the number of invisible codes at `at`. */
function invisibleLengthAt(kinds: Uint8Array, codes: Codes, at: number): number {
  const code = codes[at]!;
  const found = kinds[code]!;
  if (found === kind.plain) return code < 0xc2 ? 0 : invisibleSequence(codes, at);
  return found === kind.escape && code !== backslash ? 0 : 1;
}

function showInto(codes: Codes, before: DecodedView | null, from: number): DecodedView | null {
  const kinds = characterKinds();
  const { length } = codes;
  let at = 0;
  while (at < length && invisibleLengthAt(kinds, codes, at) === 0) at += 1;
  if (at === length) return null;
  shown.clear(length);
  for (at = 0; at < length; ) {
    const unshown = invisibleLengthAt(kinds, codes, at);
    if (unshown === 0) {
      shown.add(codes[at]!, before ? before.starts[at]! : from + at, before ? before.ends[at]! : from + at + 1);
      at += 1;
    } else at += unshown;
  }
  return shown.view;
}
