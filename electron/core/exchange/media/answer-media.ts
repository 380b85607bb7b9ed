import { Buffer } from 'node:buffer';
import { AppError } from '#shared/routes/failure.ts';
import type { FileRef, ImagePart, Part } from '#shared/routes/part.ts';
import type { FileKeeper } from '../ports.ts';
import type { FetchedPicture } from './fetch-picture.ts';
import { NoPicture } from './picture-errand.ts';
import { pictureType } from './picture-type.ts';

/** Beyond so many pictures of one answer, the rest stays in its parts. */
const mostFiles = 256;
const mostFetched = 32;
/** Stored and fetched side by side. */
const atOnce = 4;

export const isPicture = (part: Part): part is ImagePart => part.type === 'image';

/** What keeps the pictures of one answer. */
export interface AnswerMediaInput {
  files: Pick<FileKeeper, 'admit'>;
  /** Takes note of a file that was made; `place` counts the pictures of the answer. */
  note(place: number, fileId: string): void;
  /** `null` where addresses are not fetched. */
  fetch: ((address: string) => Promise<FetchedPicture>) | null;
}

/**
 * Turns the pictures of one answer into stored files, so that parts carry a reference and not megabytes of base64. Where
 * that fails, the part stays as it was and a warning says why: nothing that arrived is lost.
 */
export class AnswerMedia {
  readonly #input: AnswerMediaInput;
  #places = 0;
  #files = 0;
  #fetched = 0;

  constructor(input: AnswerMediaInput) {
    this.#input = input;
  }

  /**
   * Gives out parts in their order, pictures once they are stored.
   *
   * @returns a promise only when something had to be waited for.
   */
  show(parts: readonly Part[], emit: (part: Part) => void): Promise<void> | undefined {
    if (parts.some(isPicture)) return this.#showKept(parts, emit);
    for (const part of parts) emit(part);
    return undefined;
  }

  async #showKept(parts: readonly Part[], emit: (part: Part) => void): Promise<void> {
    for (let at = 0; at < parts.length; at += atOnce) {
      const kept = await Promise.all(parts.slice(at, at + atOnce).map((part) => this.keep(part)));
      for (const part of kept.flat()) emit(part);
    }
  }

  /** Counts a picture that is kept already. */
  skip(): void {
    this.#places += 1;
  }

  /** The part with its file, or with a warning. To be called in the order of the answer; it never rejects. */
  async keep(part: Part): Promise<Part[]> {
    if (!isPicture(part)) return [part];
    const place = this.#places;
    this.#places += 1;
    try {
      if (part.base64 !== undefined) return [await this.#store(part, part.base64, place)];
      return [part.url === undefined ? part : await this.#fetch(part, part.url, place)];
    } catch (thrown) {
      return [part, notKept(part, thrown)];
    }
  }

  async #store(part: ImagePart, base64: string, place: number): Promise<Part> {
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length === 0 || this.#files >= mostFiles) return part;
    const type = pictureType(bytes);
    const ref = await this.#admit(part, type ?? 'application/octet-stream', place, once(bytes));
    const { base64: _, ...rest } = part;
    return { ...rest, mediaType: type ?? part.mediaType, ref };
  }

  async #fetch(part: ImagePart, url: string, place: number): Promise<Part> {
    const { fetch } = this.#input;
    if (fetch === null || this.#fetched >= mostFetched) return part;
    this.#fetched += 1;
    const { type, bytes } = await fetch(url);
    return { ...part, mediaType: type, ref: await this.#admit(part, type, place, bytes) };
  }

  async #admit(part: ImagePart, type: string, place: number, bytes: AsyncIterable<Uint8Array>): Promise<FileRef> {
    this.#files += 1;
    const ref = await this.#input.files.admit({ name: nameOf(part, type, place), type, sizeBytes: null }, bytes);
    this.#input.note(place, ref.id);
    return ref;
  }
}

/** `image-2.png`, and `image-2-preview-1.png` for what came before it. */
function nameOf({ index, partial }: ImagePart, type: string, place: number): string {
  const number = (index ?? place) + 1;
  const ending = type.startsWith('image/') ? type.slice('image/'.length).replace('jpeg', 'jpg') : 'bin';
  return `image-${number}${partial === undefined ? '' : `-preview-${partial + 1}`}.${ending}`;
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

function notKept({ url }: ImagePart, thrown: unknown): Part {
  const why = thrown instanceof NoPicture ? `${thrown.message}.` : AppError.from(thrown).message;
  const message = url
    ? `The picture at ${placeOf(url)} could not be fetched: ${why} Its address is kept; such addresses often hold for an hour only.`
    : `A picture could not be stored: ${why} It is shown, and the record of the answer holds it.`;
  return { type: 'warning', code: 'not-kept', message };
}

const placeOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'an unreadable address');
