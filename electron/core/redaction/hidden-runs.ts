import {
  type Codes,
  characterKinds,
  codeOf,
  codesOf,
  type DecodedView,
  decodedViews,
  escapeAt,
  invisibleSequence,
  kind,
  longestEscape,
  withoutTruncatedEscape,
} from './decoded-view.ts';
import type { Run, SecretMatcher } from './secret-matcher.ts';

/**
 * Where the search begins: at what decodes to a character of a key or to an invisible character and, in displayed text,
 * also at invisible characters themselves and at markup.
 */
type Medium = 'text' | 'bytes';

/**
 * Returns how much may be held back, however many invisible characters are inserted between the letters of a secret.
 */
export const openLimit = (matcher: SecretMatcher): number => Math.max(16 * 1024, 8 * matcher.longest);
/** Codes decoded at a time, which limits memory. */
const windowCodes = 64 * 1024;
/** First bytes of the UTF-8 of invisible characters. */
const invisibleLeads = [0xc2, 0xcd, 0xd8, 0xdb, 0xdc, 0xe0, 0xe1, 0xe2, 0xe3, 0xef, 0xf0, 0xf3];
/** Non-zero for the bytes at which something may be hidden. */
const byteHints = new Uint8Array(0x100);
for (const code of [...invisibleLeads, 0x25, 0x26, 0x5c]) byteHints[code] = 1;

function nextTrigger(matcher: SecretMatcher, codes: Codes, from: number, medium: Medium): number {
  const kinds = characterKinds();
  const { length } = codes;
  if (medium === 'bytes') {
    for (let at = from; at < length; at += 1) {
      const code = codes[at]!;
      if (byteHints[code] !== 0 && (code < 0x80 ? isEscape(matcher, codes, at) : isInvisible(codes, at))) return at;
    }
    return -1;
  }
  for (let at = from; at < length; at += 1) {
    const found = kinds[codes[at]!]!;
    if (found !== kind.plain && (found !== kind.escape || isEscape(matcher, codes, at))) return at;
  }
  return -1;
}

/** In UTF-8. Control characters only count in text: bytes of images and audio are full of them. */
const isInvisible = (codes: Codes, at: number) =>
  (codes[at] !== 0xc2 || codes[at + 1]! >= 0xa0) && invisibleSequence(codes, at) > 0;

/** Tells whether something at `at` becomes a character of a key, another escape, or nothing visible. */
function isEscape(matcher: SecretMatcher, codes: Codes, at: number): boolean {
  const code = codes[at]!;
  const next = codes[at + 1]!;
  // Markdown renders any character after a backslash as itself.
  if (code === 0x5c && next !== 0x75 && next < 0x80 && matcher.signs[next] !== 0 && !isLetter(next)) return true;
  const taken = escapeAt(codes, at);
  if (taken === 0) return false;
  const meant = codeOf(taken);
  if (meant < 0x80 && (matcher.signs[meant] !== 0 || characterKinds()[meant] === kind.escape)) return true;
  return code === 0x25 ? byteHints[meant] !== 0 && meant >= 0x80 : characterKinds()[meant] === kind.invisible;
}

const isLetter = (code: number) => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** Tells whether a text contains anything that may be rendered differently. */
export function mayHide(text: string): boolean {
  const kinds = characterKinds();
  for (let at = 0; at < text.length; at += 1) if (kinds[text.charCodeAt(at)] !== kind.plain) return true;
  return false;
}

/** Tells whether a part of a secret may be hidden in a text. */
export const hides = (matcher: SecretMatcher, text: string): boolean =>
  mayHide(text) && nextTrigger(matcher, codesOf(text), 0, 'text') !== -1;

/**
 * Returns where secrets are, in order: literally, and after the decodings of `decodedViews`.
 *
 * @param before the code before the first one.
 */
export function allRuns(matcher: SecretMatcher, codes: Codes, medium: Medium, before?: number): Run[] {
  const plain = matcher.runs(codes, before);
  const hidden = hiddenRuns(matcher, codes, medium);
  if (hidden.length === 0) return plain;
  const merged: Run[] = [];
  for (const run of [...plain, ...hidden].sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && run.start < last.end) last.end = Math.max(last.end, run.end);
    else merged.push(run);
  }
  return merged;
}

function hiddenRuns(matcher: SecretMatcher, codes: Codes, medium: Medium): Run[] {
  const runs: Run[] = [];
  const reach = matcher.longest + longestEscape;
  let back = reach;
  for (let first = nextTrigger(matcher, codes, 0, medium); first !== -1; ) {
    const from = Math.max(0, first - back);
    let last = first;
    let next = nextTrigger(matcher, codes, last + 1, medium);
    while (next !== -1 && next - last <= reach && next - from < windowCodes + back) {
      last = next;
      next = nextTrigger(matcher, codes, last + 1, medium);
    }
    const end = Math.min(codes.length, last + reach);
    for (const view of decodedViews(codes.subarray(from, end), from))
      for (const run of matcher.runs(view.codes)) runs.push(rangeOf(view, run));
    // A secret that continues after this window is checked as a whole in the next one.
    back = next - last <= reach ? openLimit(matcher) : reach;
    first = next;
  }
  return runs;
}

const rangeOf = ({ starts, ends }: DecodedView, { start, end }: Run): Run => ({
  start: starts[start]!,
  end: ends[end - 1]!,
});

/**
 * Returns the index from which on the end may be the beginning of a secret, so that only the next codes decide; the
 * length when it cannot be one.
 *
 * @param least how many characters of it must be there.
 */
export function openFrom(matcher: SecretMatcher, codes: Codes, medium: Medium, least: number): number {
  const seen = withoutTruncatedEscape(medium === 'bytes' ? withoutTruncatedSequence(codes) : codes);
  const whole = seen.length;
  const plainEnd = matcher.openEnd(seen);
  let open = plainEnd < least ? whole : whole - plainEnd;
  const from = Math.max(0, whole - openLimit(matcher));
  const tail = seen.subarray(from);
  if (nextTrigger(matcher, tail, 0, medium) !== -1)
    for (const view of decodedViews(tail, from)) {
      const decoded = withoutTruncatedEscape(view.codes);
      const length = matcher.openEnd(decoded);
      if (length >= least) open = Math.min(open, view.starts[decoded.length - length]!);
      // Text remembers what an escape of an escape may become; bytes wait for it.
      if (least === 1 && decoded.length < view.codes.length) open = Math.min(open, view.starts[decoded.length]!);
    }
  return open === whole && least > 1 ? codes.length : open;
}

/** Leaves out the beginning of a UTF-8 sequence that may become an invisible character. */
function withoutTruncatedSequence(bytes: Codes): Codes {
  const { length } = bytes;
  for (let at = length - 1; at >= Math.max(0, length - 3); at -= 1) {
    const byte = bytes[at]!;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const needed = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length - at < needed && byteHints[byte] !== 0 ? bytes.subarray(0, at) : bytes;
  }
  return bytes;
}

/** Codes of a truncated escape whose characters are all escaped. */
const longestTruncated = 6 * longestEscape;

/** Returns the last two characters of a text as rendered, and what follows them: perhaps the beginning of an escape. */
export function shownEnd(text: string): string {
  const whole = withoutTruncatedEscape(codesOf(text));
  return endBehind(text, whole, decodedViews(whole, 0).at(-1));
}

/**
 * Returns the `shownEnd` of a text in which no decoding reveals any three adjacent codes of a secret; `null` when one
 * does, or when that takes a slower check. Nearly every delta with an escape in it takes this path.
 */
export function harmlessEnd(matcher: SecretMatcher, text: string): string | null {
  if (text.length > matcher.longest + longestEscape) return null;
  const codes = codesOf(text);
  const seen = withoutTruncatedEscape(codes);
  const shows = (view: DecodedView) => matcher.touches(view.codes);
  // What looks truncated may also be complete: `&#115` needs no semicolon.
  if (matcher.touches(codes) || (seen.length < codes.length && decodedViews(codes, 0).some(shows))) return null;
  const views = decodedViews(seen, 0);
  return views.some(shows) ? null : endBehind(text, seen, views.at(-1));
}

function endBehind(text: string, whole: Codes, view: DecodedView | undefined): string {
  if (!view) return text.slice(Math.max(0, whole.length - 2));
  const shown = withoutTruncatedEscape(view.codes);
  const end = shown.length === 0 ? 0 : view.ends[shown.length - 1]!;
  return String.fromCharCode(...shown.slice(-2)) + text.slice(Math.max(end, text.length - longestTruncated));
}
