import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Patch } from '../store/records/exchange-recording.ts';
import type { Redactor } from './redact.ts';
import type { Fragment } from './spelled-fragments.ts';

const windowBytes = 256 * 1024;
/** No secret is longer with all its escapes: so much of a string is looked at again with what follows it. */
const overlapBytes = 8 * 1024;
const escapes = /\\(?:u[0-9a-fA-F]{4}|.)/gs;
/** At the end of a window: an escape that it tears apart, or the first bytes of a character. */
const torn = /(?:\\(?:u[0-9a-fA-F]{0,3})?|[\u00c0-\u00ff][\u0080-\u00bf]{0,2})$/;

/**
 * Finds secrets that only decoding shows (`\u0073k-...`), and fragments of secrets in its strings, in a document of any size. It looks at one window at a time and lets others have their turn in between. What it finds becomes as many
 * stars, so that the document stays as long as it was.
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
    // Each byte a sign of its own: places in the text are places in the document.
    const window = read(at, length).toString('latin1');
    const whole = at + length < end ? window.slice(0, window.length - (torn.exec(window)?.[0].length ?? 0)) : window;
    for (const { start, stop } of spellings(whole, fragments, redactor))
      yield { offset: at + start, bytes: Buffer.alloc(stop - start, '*') };
    if (at + length >= end || whole.length === 0) return;
    at += Math.max(whole.length - overlapBytes, 1);
    await nextTurn();
  }
}

interface Spelling {
  start: number;
  stop: number;
}

function spellings(window: string, fragments: readonly Fragment[], redactor: Redactor): Spelling[] {
  const { plain, places } = window.includes('\\') ? withoutEscapes(window) : { plain: window, places: [] };
  const found = [...redactor.find(plain), ...fragments.flatMap((fragment) => placesOf(fragment, plain))];
  return found.map(({ start, end }) => ({ start: placeIn(places, start), stop: placeIn(places, end) }));
}

/** Everywhere that a fragment stands as it stands in its string. */
function placesOf({ text, start, stop, opens, closes }: Fragment, plain: string): { start: number; end: number }[] {
  const spelled = (opens ? '"' : '') + asBytes(text) + (closes ? '"' : '');
  const lead = (opens ? 1 : 0) + asBytes(text.slice(0, start)).length;
  const length = asBytes(text.slice(start, stop)).length;
  const found = [];
  for (let at = plain.indexOf(spelled); at !== -1; at = plain.indexOf(spelled, at + 1))
    found.push({ start: at + lead, end: at + lead + length });
  return found;
}

const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

/** Where in the window a place of the text without escapes is: the last change before it tells how far they are apart. */
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
    const sign = signOf(match[0]);
    pieces.push(window.slice(done, match.index), sign);
    length += match.index - done + sign.length;
    done = match.index + match[0].length;
    places.push({ plain: length, window: done });
  }
  pieces.push(window.slice(done));
  return { plain: pieces.join(''), places };
}

/** The sign that an escape stands for, one or none of them that a key has. */
const signOf = (spelled: string): string =>
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
  // Inside an escape: all of it.
  const next = places[low];
  const place = before.window + at - before.plain;
  return next && place > next.window ? next.window : place;
}
