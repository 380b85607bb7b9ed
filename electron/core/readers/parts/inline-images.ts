import type { ImagePart, Part } from '#shared/protocol/part.ts';
import { GrowingText } from '../intake/growing.ts';
import { unexpectedItems } from './compose.ts';
import { mediaTypeOf } from './media.ts';

/** Text or an image, in order. */
export type InlinePiece = string | ImagePart;

export type InlineImages = ReturnType<typeof createInlineImages>;

const longestAlt = 300;
const longestHead = 500;
const whole = /^!\[[^\]\n]{0,300}\]\(\s{0,8}<?data:(image\/[a-z0-9.+-]{1,40})(?:;[a-z0-9=._+-]{1,60}){0,3};base64,/i;
const altEnd = /^!\[[^\]\n]{0,300}\]/;
const begins = /^\(\s{0,8}<?/;
const scheme = 'data:image/';
/** A search and no match: matching megabytes would need as much memory for backtracking. */
const noBase64 = /[^A-Za-z0-9+/=_\-\r\n]/;
/** Shorter base64 is not an image. */
const shortest = 64;
const close = /^>?[ \t]{0,8}(?:"[^"\n]{0,300}"[ \t]{0,8})?\)/;
const fence = '```';

/** Tells whether a text that begins with `![` may still become the head of an image with a data URL. */
function mayBecome(held: string): boolean {
  const alt = altEnd.exec(held)?.[0];
  if (alt === undefined) return held.length <= longestAlt + 2 && !/[\]\n]/.test(held.slice(2));
  const rest = held.slice(alt.length);
  if (rest === '') return true;
  const address = rest.slice(begins.exec(rest)?.[0].length ?? 0);
  if (address === rest) return false;
  const isScheme = scheme.startsWith(address.slice(0, scheme.length).toLowerCase());
  return isScheme && !address.includes(',') && held.length <= longestHead;
}

/**
 * Extracts images from text that arrives in chunks: gateways embed the images of some models as
 * `![image](data:image/png;base64,...)`. Code blocks stay text, and so does everything that turns out to be something
 * else.
 */
export function createInlineImages() {
  let held = '';
  /** The end of what was emitted, to tell whether the next text is in code. */
  let before = '';
  let isInFence = false;
  let count = 0;
  let characters = 0;
  let brokeOff = false;
  let open: { head: string; mediaType: string; base64: GrowingText; tail: string } | null = null;

  function say(text: string, pieces: InlinePiece[]): void {
    if (text === '') return;
    characters += text.length;
    const seen = before + text;
    for (let at = seen.indexOf(fence); at !== -1; at = seen.indexOf(fence, at + fence.length)) {
      isInFence = !isInFence;
    }
    // Backticks of a fence that was counted are not counted twice.
    before = seen.endsWith(fence) ? '' : seen.slice(-2);
    pieces.push(text);
  }

  function readText(last: boolean, pieces: InlinePiece[]): boolean {
    const at = held.indexOf('![');
    if (at === -1) {
      const keep = !last && held.endsWith('!') ? 1 : 0;
      say(held.slice(0, held.length - keep), pieces);
      held = held.slice(held.length - keep);
      return false;
    }
    say(held.slice(0, at), pieces);
    held = held.slice(at);
    const head = isInFence || before.endsWith('`') ? null : whole.exec(held);
    if (head) {
      open = { head: head[0], mediaType: (head[1] as string).toLowerCase(), base64: new GrowingText(), tail: '' };
      held = held.slice(head[0].length);
      return true;
    }
    if (!last && !isInFence && mayBecome(held)) return false;
    say(held.slice(0, 2), pieces);
    held = held.slice(2);
    return true;
  }

  function readImage(image: NonNullable<typeof open>, last: boolean, pieces: InlinePiece[]): boolean {
    if (image.tail === '') {
      const end = held.search(noBase64);
      image.base64.add(end === -1 ? held : held.slice(0, end));
      held = end === -1 ? '' : held.slice(end);
    }
    const closing = close.exec(held)?.[0];
    const isUndecided = !last && /^(?:>?[ \t]{0,8}(?:"[^"\n]{0,300}"?[ \t]{0,8})?)$/.test(held);
    if (closing === undefined && isUndecided) {
      image.tail = held;
      return false;
    }
    open = null;
    const base64 = image.base64.toString().replace(/[\r\n]/g, '');
    const detected = mediaTypeOf(base64);
    const isCut = closing === undefined && held === '' && detected !== null && base64.length >= shortest;
    if (!isCut && (closing === undefined || (detected === null && base64.length < shortest))) {
      // It was not an image.
      const rest = held;
      held = '';
      say(image.head + image.base64.toString(), pieces);
      held = rest;
      return true;
    }
    count += 1;
    brokeOff = isCut;
    held = held.slice(closing?.length ?? 0);
    before = '';
    pieces.push({ type: 'image', mediaType: detected ?? image.mediaType, base64 });
    return true;
  }

  function run(last: boolean): InlinePiece[] {
    const pieces: InlinePiece[] = [];
    for (let more = true; more && (held !== '' || (last && open)); )
      more = open ? readImage(open, last, pieces) : readText(last, pieces);
    return pieces;
  }

  return {
    take(text: string): InlinePiece[] {
      held += text;
      return run(false);
    },
    /** Call once: flushes what was held back. */
    end: () => run(true),
    /** Number of images extracted. */
    count: () => count,
    characters: () => characters,
    /** The last image was truncated with the text. */
    brokeOff: () => brokeOff,
  };
}

/** Turns pieces into parts of the choice in `field`. */
export const textParts = (pieces: readonly InlinePiece[], field: { choice?: number } = {}): Part[] =>
  pieces.map((piece) => (typeof piece === 'string' ? { type: 'text-delta', text: piece, ...field } : piece));

/** Returns a warning about a truncated image; nothing for all others. */
export const brokenImage = ({ brokeOff }: InlineImages): Part[] =>
  brokeOff() ? [unexpectedItems('The last image in the text is incomplete. It is shown as far as it arrived.')] : [];

/** Splits a whole text into the text without images, and the images. */
export function splitInlineImages(text: string): { text: string; images: ImagePart[] } {
  const inline = createInlineImages();
  const pieces = [...inline.take(text), ...inline.end()];
  return {
    text: pieces.filter((piece) => typeof piece === 'string').join(''),
    images: pieces.filter((piece) => typeof piece !== 'string'),
  };
}
