/** Text as numbers: bytes, or the code units of a string. */
export type Codes = Uint8Array | Uint16Array;

/** How a code may hide a secret from a search: not at all, as a character nobody sees, as markup, or as the first of an escape. */
export const kind = { plain: 0, unseen: 1, mark: 2, escape: 3 } as const;

const unseen =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/u;
/** Shown as white space, so it joins nothing. */
const spaces = '\t\n\r';
/** Markup that Markdown takes out of the middle of a word: emphasis, code, and the backslash before punctuation. */
const marks = '*`~';
const escapes = '\\%&';

/** Most pages of this size hold no unseen character: one look tells. */
const pageCodes = 256;
let table: Uint8Array | undefined;

/** One of `kind` for each UTF-16 code. */
export function characterKinds(): Uint8Array {
  if (table !== undefined) return table;
  table = new Uint8Array(0x10000);
  for (let page = 0; page < table.length; page += pageCodes) {
    const codes = Array.from({ length: pageCodes }, (_, at) => page + at);
    if (!unseen.test(String.fromCharCode(...codes))) continue;
    for (const code of codes) if (unseen.test(String.fromCharCode(code))) table[code] = kind.unseen;
  }
  for (const space of spaces) table[space.charCodeAt(0)] = kind.plain;
  for (const mark of marks) table[mark.charCodeAt(0)] = kind.mark;
  for (const first of escapes) table[first.charCodeAt(0)] = kind.escape;
  return table;
}

/**
 * Length of the UTF-8 sequence at `at` when it spells a character that is not seen; 0 for everything else. In a string such a
 * sequence is what percent-encoding left behind.
 */
export function unseenSequence(codes: Codes, at: number): number {
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
  // The surrogates have no UTF-8.
  return characterKinds()[point] === kind.unseen ? length : 0;
}

/** The UTF-16 of a text. */
export function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index += 1) codes[index] = text.charCodeAt(index);
  return codes;
}
