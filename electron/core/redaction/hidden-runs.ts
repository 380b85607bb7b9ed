import { type Codes, characterKinds, codesOf, kind, unseenSequence } from './character-kinds.ts';
import { codeOf, type DecodedView, decodedViews, escapeAt, longestEscape, withoutTorn } from './decoded-view.ts';
import type { Run, SecretMatcher } from './secret-matcher.ts';

/**
 * Where the search begins: at what decodes to a sign of a key or to an unseen character and, in text that is shown, also at unseen
 * characters themselves and at markup.
 */
export type Medium = 'text' | 'bytes';

/** No more than this waits for what comes next, however many unseen characters are put between the letters of a secret. */
export const openLimit = (matcher: SecretMatcher): number => Math.max(16 * 1024, 8 * matcher.longest);
/** Codes decoded at one time, which bounds the memory it takes. */
const windowCodes = 64 * 1024;
/** First bytes of the UTF-8 of characters that are not seen. */
const unseenLeads = [0xc2, 0xcd, 0xd8, 0xdb, 0xdc, 0xe0, 0xe1, 0xe2, 0xe3, 0xef, 0xf0, 0xf3];
/** Non-zero for the bytes at which something may be hidden. */
const byteHints = new Uint8Array(0x100);
for (const code of [...unseenLeads, 0x25, 0x26, 0x5c]) byteHints[code] = 1;

function nextTrigger(matcher: SecretMatcher, codes: Codes, from: number, medium: Medium): number {
  const kinds = characterKinds();
  const { length } = codes;
  if (medium === 'bytes') {
    for (let at = from; at < length; at += 1) {
      const code = codes[at]!;
      if (byteHints[code] !== 0 && (code < 0x80 ? isEscape(matcher, codes, at) : isUnseen(codes, at))) return at;
    }
    return -1;
  }
  for (let at = from; at < length; at += 1) {
    const found = kinds[codes[at]!]!;
    if (found !== kind.plain && (found !== kind.escape || isEscape(matcher, codes, at))) return at;
  }
  return -1;
}

/** In UTF-8. Controls are left to the text: in bytes of pictures and sound they would be everywhere. */
const isUnseen = (codes: Codes, at: number) =>
  (codes[at] !== 0xc2 || codes[at + 1]! >= 0xa0) && unseenSequence(codes, at) > 0;

/** Whether something at `at` becomes a sign of a key, another escape, or nothing that is seen. */
function isEscape(matcher: SecretMatcher, codes: Codes, at: number): boolean {
  const code = codes[at]!;
  const next = codes[at + 1]!;
  // Markdown shows any sign as itself behind a backslash.
  if (code === 0x5c && next !== 0x75 && next < 0x80 && matcher.signs[next] !== 0 && !isLetter(next)) return true;
  const taken = escapeAt(codes, at);
  if (taken === 0) return false;
  const meant = codeOf(taken);
  if (meant < 0x80 && (matcher.signs[meant] !== 0 || characterKinds()[meant] === kind.escape)) return true;
  return code === 0x25 ? byteHints[meant] !== 0 && meant >= 0x80 : characterKinds()[meant] === kind.unseen;
}

const isLetter = (code: number) => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** Whether a text has anything that may not be shown as it is. */
export function mayHide(text: string): boolean {
  const kinds = characterKinds();
  for (let at = 0; at < text.length; at += 1) if (kinds[text.charCodeAt(at)] !== kind.plain) return true;
  return false;
}

/** Whether a part of a secret may be hidden in a text. */
export const hides = (matcher: SecretMatcher, text: string): boolean =>
  mayHide(text) && nextTrigger(matcher, codesOf(text), 0, 'text') !== -1;

/**
 * Where secrets are, in order: as they are, and as they are after the decodings of `decodedViews`.
 *
 * @param before the code in front of the first one.
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
    // A spelling that goes on behind this window is looked at as a whole in the next one.
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
 * From which code on the end may be the beginning of a secret, so that only the next codes tell; the length when it can not be one.
 *
 * @param least of its characters that must be there.
 */
export function openFrom(matcher: SecretMatcher, codes: Codes, medium: Medium, least: number): number {
  const seen = withoutTorn(codes);
  const whole = seen.length;
  const plainEnd = matcher.openEnd(seen);
  let open = plainEnd < least ? whole : whole - plainEnd;
  const from = Math.max(0, whole - openLimit(matcher));
  const tail = seen.subarray(from);
  if (nextTrigger(matcher, tail, 0, medium) !== -1)
    for (const view of decodedViews(tail, from)) {
      const decoded = withoutTorn(view.codes);
      const length = matcher.openEnd(decoded);
      if (length >= least) open = Math.min(open, view.starts[decoded.length - length]!);
    }
  return open === whole && least > 1 ? codes.length : open;
}

/** Codes of an escape that is torn apart, all of it in escapes. */
const longestTorn = 6 * longestEscape;

/** The last two characters of a text as they are shown, and what stands behind them: perhaps the beginning of an escape. */
export function shownEnd(text: string): string {
  const whole = withoutTorn(codesOf(text));
  return endBehind(text, whole, decodedViews(whole, 0).at(-1));
}

/**
 * What `shownEnd` gives for a text in which no decoding shows any three neighbouring codes of a secret; `null` when one does, or
 * when that takes a longer look. Nearly every delta with an escape in it is done with this.
 */
export function harmlessEnd(matcher: SecretMatcher, text: string): string | null {
  if (text.length > matcher.longest + longestEscape) return null;
  const codes = codesOf(text);
  const seen = withoutTorn(codes);
  const shows = (view: DecodedView) => matcher.touches(view.codes);
  // What looks torn may also be whole: `&#115` needs no semicolon.
  if (matcher.touches(codes) || (seen.length < codes.length && decodedViews(codes, 0).some(shows))) return null;
  const views = decodedViews(seen, 0);
  return views.some(shows) ? null : endBehind(text, seen, views.at(-1));
}

function endBehind(text: string, whole: Codes, view: DecodedView | undefined): string {
  if (!view) return text.slice(Math.max(0, whole.length - 2));
  const shown = withoutTorn(view.codes);
  const end = shown.length === 0 ? 0 : view.ends[shown.length - 1]!;
  return String.fromCharCode(...shown.slice(-2)) + text.slice(Math.max(end, text.length - longestTorn));
}
