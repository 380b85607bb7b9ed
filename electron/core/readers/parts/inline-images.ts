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
/** A data URL without Markdown around it. */
const bare = /^data:(image\/[a-z0-9.+-]{1,40})(?:;[a-z0-9=._+-]{1,60}){0,3};base64,/i;
/** A search and no match: matching megabytes would need as much memory for backtracking. */
const noBase64 = /[^A-Za-z0-9+/=_\-\r\n]/;
/** Text may follow a bare data URL on the next line. */
const noBareBase64 = /[^A-Za-z0-9+/=_-]/;
/** Shorter base64 is not an image. */
const shortest = 64;
const close = /^>?[ \t]{0,8}(?:"[^"\n]{0,300}"[ \t]{0,8})?\)/;
const fence = '```';

/** Whether a text begins with `data:image/`, as far as it has arrived. */
const isSchemeStart = (text: string): boolean => scheme.startsWith(text.slice(0, scheme.length).toLowerCase());

/** Where an image may begin: in Markdown, or at the start of a line. The text itself starts a line, or continues one. */
const beginsInLine = /!\[|(?<=\n)data:image\//i;
const beginsAtStart = /!\[|(?<![^\n])data:image\//i;

/** Returns how many characters at the end of a text may still begin an image. */
function openEnd(text: string, isAtLineStart: boolean): number {
  if (text.endsWith('!')) return 1;
  const line = text.lastIndexOf('\n') + 1;
  const end = text.slice(line);
  return (line > 0 || isAtLineStart) && end !== '' && scheme.startsWith(end.toLowerCase()) ? end.length : 0;
}

/** Tells whether a text that begins with `![` or `data:` may still become the head of an image with a data URL. */
function mayBecome(held: string): boolean {
  if (isSchemeStart(held)) return held.length <= longestHead && !/[\s,]/.test(held);
  const alt = altEnd.exec(held)?.[0];
  if (alt === undefined) return held.length <= longestAlt + 2 && !/[\]\n]/.test(held.slice(2));
  const rest = held.slice(alt.length);
  if (rest === '') return true;
  const address = rest.slice(begins.exec(rest)?.[0].length ?? 0);
  if (address === rest) return false;
  return isSchemeStart(address) && !address.includes(',') && held.length <= longestHead;
}

/**
 * Extracts images from text that arrives in chunks: gateways embed the images of some models as
 * `![image](data:image/png;base64,...)`, or as a data URL on a line of its own. Code blocks stay text, and so does everything that turns out to be something
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
  let open: { head: string; mediaType: string; base64: GrowingText; tail: string; isBare: boolean } | null = null;

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
    const isAtLineStart = before === '' || before.endsWith('\n');
    const at = held.search(isAtLineStart ? beginsAtStart : beginsInLine);
    if (at === -1) {
      const keep = last ? 0 : openEnd(held, isAtLineStart);
      say(held.slice(0, held.length - keep), pieces);
      held = held.slice(held.length - keep);
      return false;
    }
    say(held.slice(0, at), pieces);
    held = held.slice(at);
    const head = isInFence || before.endsWith('`') ? null : (whole.exec(held) ?? bare.exec(held));
    if (head) {
      const mediaType = (head[1] as string).toLowerCase();
      open = { head: head[0], mediaType, base64: new GrowingText(), tail: '', isBare: !head[0].startsWith('!') };
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
      const end = held.search(image.isBare ? noBareBase64 : noBase64);
      image.base64.add(end === -1 ? held : held.slice(0, end));
      held = end === -1 ? '' : held.slice(end);
    }
    if (image.isBare && held === '' && !last) return false;
    const closing = image.isBare ? '' : close.exec(held)?.[0];
    const isUndecided = !last && /^(?:>?[ \t]{0,8}(?:"[^"\n]{0,300}"?[ \t]{0,8})?)$/.test(held);
    if (closing === undefined && isUndecided) {
      image.tail = held;
      return false;
    }
    open = null;
    const base64 = image.base64.toString().replace(/[\r\n]/g, '');
    const detected = mediaTypeOf(base64);
    const isShort = base64.length < shortest;
    const isCut = closing === undefined && held === '' && detected !== null && !isShort;
    if (!isCut && (closing === undefined || (isShort && (detected === null || image.isBare)))) {
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
