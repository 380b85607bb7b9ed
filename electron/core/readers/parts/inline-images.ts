import type { ImagePart, Part } from '#shared/protocol/part.ts';
import { GrowingText } from '../intake/growing-text.ts';
import { mediaTypeOf } from './media.ts';
import { unexpectedItems } from './unexpected.ts';

/** Text with its images cut out, in order. */
export type InlinePiece = string | ImagePart;

export interface InlineImages {
  take(text: string): InlinePiece[];
  /** Call once: gives out what was held back. */
  end(): InlinePiece[];
  /** Images that were cut out. */
  readonly count: number;
  /** Of the text without them. */
  readonly characters: number;
  /** The last of them was cut off with the text. */
  readonly brokeOff: boolean;
}

const longestAlt = 300;
const longestHead = 500;
const whole = /^!\[[^\]\n]{0,300}\]\(\s{0,8}<?data:(image\/[a-z0-9.+-]{1,40})(?:;[a-z0-9=._+-]{1,60}){0,3};base64,/i;
const altEnd = /^!\[[^\]\n]{0,300}\]/;
const begins = /^\(\s{0,8}<?/;
const scheme = 'data:image/';
/** A search and no match: a match of megabytes would need as much memory for ways back. */
const noBase64 = /[^A-Za-z0-9+/=_\-\r\n]/;
/** A shorter text is no image. */
const shortest = 64;
const close = /^>?[ \t]{0,8}(?:"[^"\n]{0,300}"[ \t]{0,8})?\)/;
const fence = '```';

/** Whether a text that begins with `![` may still become the head of an image in a data address. */
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
 * Takes images out of a text that comes in pieces: gateways write the images of some models into it, as
 * `![image](data:image/png;base64,...)`. What a code block shows stays text, and so does everything that turns out to be
 * something else.
 */
export function createInlineImages(): InlineImages {
  let held = '';
  /** The end of what was given out, to tell whether it stands in code. */
  let before = '';
  let isInFence = false;
  let count = 0;
  let characters = 0;
  let brokeOff = false;
  /** The image that has begun. */
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
    const told = mediaTypeOf(base64);
    const isCut = closing === undefined && held === '' && told !== null && base64.length >= shortest;
    if (!isCut && (closing === undefined || (told === null && base64.length < shortest))) {
      // It was something else.
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
    pieces.push({ type: 'image', mediaType: told ?? image.mediaType, base64 });
    return true;
  }

  function run(last: boolean): InlinePiece[] {
    const pieces: InlinePiece[] = [];
    for (let more = true; more && (held !== '' || (last && open)); )
      more = open ? readImage(open, last, pieces) : readText(last, pieces);
    return pieces;
  }

  return {
    take(text) {
      held += text;
      return run(false);
    },
    end: () => run(true),
    get count() {
      return count;
    },
    get characters() {
      return characters;
    },
    get brokeOff() {
      return brokeOff;
    },
  };
}

/** Pieces as parts of the answer that `field` names. */
export const spokenParts = (pieces: readonly InlinePiece[], field: { choice?: number } = {}): Part[] =>
  pieces.map((piece) => (typeof piece === 'string' ? { type: 'text-delta', text: piece, ...field } : piece));

/** What to say of an image that broke off; nothing for all others. */
export const brokenImage = ({ brokeOff }: Pick<InlineImages, 'brokeOff'>): Part[] =>
  brokeOff ? [unexpectedItems('The last image in the text broke off. It is shown as far as it arrived.')] : [];

/** A whole text without the images in it, and these. */
export function splitInlineImages(text: string): { text: string; images: ImagePart[] } {
  const inline = createInlineImages();
  const pieces = [...inline.take(text), ...inline.end()];
  return {
    text: pieces.filter((piece) => typeof piece === 'string').join(''),
    images: pieces.filter((piece) => typeof piece !== 'string'),
  };
}
