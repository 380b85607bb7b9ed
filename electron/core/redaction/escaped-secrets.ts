import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Patch } from '../store/records/exchange-recording.ts';
import type { Redactor } from './redact.ts';
import type { Run } from './secret-matcher.ts';

/** The part in one string of a secret that spans several strings. */
export interface Fragment {
  /** The fragment, with some adjacent letters that distinguish it from others. */
  text: string;
  start: number;
  stop: number;
  /** `text` begins, or ends, where the string does. */
  opens: boolean;
  closes: boolean;
}

/** Only the ends of a long string are checked: a secret that continues in another string is there. */
const endLetters = 4096;
/** Replaces the middle that is left out; no secret contains it. */
const leftOut = '\0';
const contextLetters = 32;
/** Letters that every JSON serializer writes in the same way. */
const plainBefore = /[ !#-[\]-~]{0,32}$/;
const plainAfter = /^[ !#-[\]-~]{0,32}/;

/** Returns the fragments of secrets that span consecutive strings; a secret within one string is not a fragment. */
export function fragmentsOf(strings: readonly string[], redactor: Redactor): Fragment[] {
  const ends = strings.map((text) =>
    text.length <= 2 * endLetters ? text : text.slice(0, endLetters) + leftOut + text.slice(-endLetters),
  );
  const runs = redactor.find(ends.join(''));
  if (runs.length === 0) return [];
  let offset = 0;
  return ends.flatMap((text) => {
    const from = offset;
    offset += text.length;
    return runs
      .filter(({ start, end }) => start < offset && end > from && (start < from || end > offset))
      .map(({ start, end }) => fragmentIn(text, Math.max(start - from, 0), Math.min(end - from, text.length)));
  });
}

function fragmentIn(text: string, start: number, stop: number): Fragment {
  const before = plainBefore.exec(text.slice(Math.max(0, start - contextLetters), start))?.[0] ?? '';
  const after = plainAfter.exec(text.slice(stop, stop + contextLetters))?.[0] ?? '';
  return {
    text: before + text.slice(start, stop) + after,
    start: before.length,
    stop: before.length + stop - start,
    opens: before.length === start,
    closes: stop + after.length === text.length,
  };
}

const windowBytes = 256 * 1024;
/** No secret is longer with all its escapes: this much of a window is checked again together with the next one. */
const overlapBytes = 8 * 1024;
const escapes = /\\(?:u[0-9a-fA-F]{4}|.)/gs;
/** At the end of a window: a truncated escape, or the first bytes of a character. */
const truncated = /(?:\\(?:u[0-9a-fA-F]{0,3})?|[\u00c0-\u00ff][\u0080-\u00bf]{0,2})$/;

/**
 * Finds secrets that only decoding reveals (`\u0073k-...`), and fragments of secrets in strings, in a document of any
 * size. It processes one window at a time and yields to the event loop in between. Findings are replaced by as many
 * asterisks, so the document keeps its length.
 */
export async function* findEscapedSecrets(
  { offset, sizeBytes }: { offset: number; sizeBytes: number },
  fragments: readonly Fragment[],
  redactor: Redactor,
  read: (offset: number, length: number) => Buffer,
): AsyncGenerator<Patch, void, void> {
  const end = offset + sizeBytes;
  for (let at = offset; at < end; ) {
    const length = Math.min(windowBytes, end - at);
    // One character per byte: offsets in the text are offsets in the document.
    const window = read(at, length).toString('latin1');
    const whole =
      at + length < end ? window.slice(0, window.length - (truncated.exec(window)?.[0].length ?? 0)) : window;
    for (const found of spellings(whole, fragments, redactor))
      yield { offset: at + found.start, bytes: Buffer.alloc(found.end - found.start, '*') };
    if (at + length >= end || whole.length === 0) return;
    at += Math.max(whole.length - overlapBytes, 1);
    await nextTurn();
  }
}

function spellings(window: string, fragments: readonly Fragment[], redactor: Redactor): Run[] {
  const { plain, places } = window.includes('\\') ? withoutEscapes(window) : { plain: window, places: [] };
  const found = [...redactor.find(plain), ...fragments.flatMap((fragment) => placesOf(fragment, plain))];
  return found.map(({ start, end }) => ({ start: placeIn(places, start), end: placeIn(places, end) }));
}

/** Returns every place where a fragment occurs with the same context as in its string. */
function placesOf({ text, start, stop, opens, closes }: Fragment, plain: string): Run[] {
  const spelled = (opens ? '"' : '') + asBytes(text) + (closes ? '"' : '');
  const lead = (opens ? 1 : 0) + asBytes(text.slice(0, start)).length;
  const length = asBytes(text.slice(start, stop)).length;
  const found = [];
  for (let at = plain.indexOf(spelled); at !== -1; at = plain.indexOf(spelled, at + 1))
    found.push({ start: at + lead, end: at + lead + length });
  return found;
}

const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

/** Maps places of the text without escapes to the window: the last change before a place gives the shift. */
interface Change {
  plain: number;
  window: number;
}

function withoutEscapes(window: string): { plain: string; places: Change[] } {
  const places: Change[] = [];
  let done = 0;
  let length = 0;
  const pieces: string[] = [];
  for (const match of window.matchAll(escapes)) {
    const sign = characterOf(match[0]);
    pieces.push(window.slice(done, match.index), sign);
    length += match.index - done + sign.length;
    done = match.index + match[0].length;
    places.push({ plain: length, window: done });
  }
  pieces.push(window.slice(done));
  return { plain: pieces.join(''), places };
}

/** Returns the character of an escape. Control characters are returned as their letter: no key contains them. */
const characterOf = (spelled: string): string =>
  spelled.length > 2 ? String.fromCharCode(Number.parseInt(spelled.slice(2), 16)) : spelled.slice(1);

function placeIn(places: readonly Change[], at: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as Change).plain <= at) low = middle + 1;
    else high = middle;
  }
  const before = places[low - 1] ?? { plain: 0, window: 0 };
  // Inside an escape: the end of the whole escape.
  const next = places[low];
  const place = before.window + at - before.plain;
  return next && place > next.window ? next.window : place;
}
