import { Buffer } from 'node:buffer';
import { AppError } from '#shared/protocol/failure.ts';
import type { FileRef, ImagePart, Part } from '#shared/protocol/part.ts';
import type { FileStorePort } from '../ports.ts';
import { frameForm, mediaForm } from '../readers/intake/media-signature.ts';
import { bodyPlaceOf, keptCharacters, withoutPlaceholders } from '../readers/intake/payload-cutter.ts';
import { type FetchedImage, imageType } from './fetch-image.ts';
import { FormFiles } from './form-files.ts';
import { NotFetched } from './media-fetch.ts';
import { type ReadResponse, recordedBase64 } from './recorded-base64.ts';

/** Images of one response beyond this number stay in its parts. */
const mostFiles = 256;
const mostFetched = 32;
/** Stored and fetched concurrently. */
const atOnce = 4;

export const isImage = (part: Part): part is ImagePart => part.type === 'image';

type AudioPart = Extract<Part, { type: 'audio' }>;

/** Audio that is too large for a part and remains in the recorded response. */
const isLargeAudio = (part: Part): part is AudioPart & { base64: string } =>
  part.type === 'audio' && part.base64 !== undefined && bodyPlaceOf(part.base64) !== null;

/** Parts that are stored as files. */
export type StoredMediaPart = ImagePart | AudioPart;
export const isStoredMedia = (part: Part): part is StoredMediaPart => isImage(part) || isLargeAudio(part);

/** Dependencies of the images of one response. */
export interface ResponseMediaInput {
  files: Pick<FileStorePort, 'admit'>;
  /** Of this response. */
  read: ReadResponse;
  /** Records the id of a stored file; `place` counts the images of the response. */
  note(place: number, fileId: string): void;
  /** `null` where URLs are not fetched. */
  fetch: ((address: string) => Promise<FetchedImage>) | null;
}

/**
 * Turns the images of one response into stored files, so that parts carry a reference and not megabytes of base64.
 * Where that fails, the part stays as it was and a warning says why: nothing that arrived is lost.
 */
export class ResponseMedia {
  readonly #input: ResponseMediaInput;
  readonly #stored = new FormFiles();
  #places = 0;
  #files = 0;
  #fetched = 0;

  constructor(input: ResponseMediaInput) {
    this.#input = input;
  }

  /**
   * Emits parts in their order, images once they are stored.
   *
   * @returns a promise only when something had to be awaited.
   */
  show(parts: readonly Part[], emit: (part: Part) => void): Promise<void> | undefined {
    if (parts.some(isStoredMedia)) return this.#showKept(parts, emit);
    for (const part of parts) emit(this.#plain(part));
    return undefined;
  }

  /** Returns a part that contains no media of its own. */
  #plain(part: Part): Part {
    return part.type === 'reply-form' ? this.#stored.place(part) : withoutPlaceholder(part);
  }

  async #showKept(parts: readonly Part[], emit: (part: Part) => void): Promise<void> {
    for (let at = 0; at < parts.length; at += atOnce) {
      const kept = await Promise.all(parts.slice(at, at + atOnce).map((part) => this.keep(part)));
      for (const part of kept.flat()) emit(part);
    }
  }

  /** Counts a part that is already stored as `ref`. */
  skip({ base64 }: StoredMediaPart, ref: FileRef): void {
    if (base64 !== undefined) this.#stored.note(base64, ref);
    this.#places += 1;
  }

  /** Returns the part with its file, or with a warning. Call in the order of the response; it never rejects. */
  async keep(part: Part): Promise<Part[]> {
    if (!isStoredMedia(part)) return [this.#plain(part)];
    const place = this.#places;
    this.#places += 1;
    try {
      if (part.type === 'audio') return await this.#storeAudio(part, part.base64 ?? '', place);
      if (part.base64 !== undefined) return [await this.#store(part, part.base64, place)];
      return [part.url === undefined ? part : await this.#fetch(part, part.url, place)];
    } catch (thrown) {
      return [withoutPlaceholder(part), notKept(part, thrown)];
    }
  }

  async #storeAudio(part: AudioPart, base64: string, place: number): Promise<Part[]> {
    const start = Buffer.from(base64.slice(0, keptCharacters), 'base64');
    const form = mediaForm(start, false) ??
      frameForm(start) ?? { mediaType: 'application/octet-stream', ending: 'bin' };
    const ref = await this.#admit(`sound-${place + 1}.${form.ending}`, form.mediaType, place, this.#bytesOf(base64));
    this.#stored.note(base64, ref);
    return [withoutPlaceholder(part), { type: 'file', ref }];
  }

  #bytesOf(base64: string): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
    const place = bodyPlaceOf(base64);
    return place ? recordedBase64(this.#input.read, place) : [Buffer.from(base64, 'base64')];
  }

  async #store(part: ImagePart, base64: string, place: number): Promise<Part> {
    const start = Buffer.from(base64.slice(0, keptCharacters), 'base64');
    if (start.length === 0 || this.#files >= mostFiles) return withoutPlaceholder(part);
    const type = imageType(start);
    const name = nameOf(part, type ?? '', place);
    const ref = await this.#admit(name, type ?? 'application/octet-stream', place, this.#bytesOf(base64));
    this.#stored.note(base64, ref);
    const { base64: _, ...rest } = part;
    return { ...rest, mediaType: type ?? part.mediaType, ref };
  }

  async #fetch(part: ImagePart, url: string, place: number): Promise<Part> {
    const { fetch } = this.#input;
    if (fetch === null || this.#fetched >= mostFetched) return part;
    this.#fetched += 1;
    const { type, bytes } = await fetch(url);
    return { ...part, mediaType: type, ref: await this.#admit(nameOf(part, type, place), type, place, bytes) };
  }

  async #admit(
    name: string,
    type: string,
    place: number,
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<FileRef> {
    this.#files += 1;
    const ref = await this.#input.files.admit({ name, type, sizeBytes: null }, bytes);
    this.#input.note(place, ref.id);
    return ref;
  }
}

/** Returns `image-2.png`, and `image-2-preview-1.png` for its previews. */
function nameOf({ index, partial }: ImagePart, type: string, place: number): string {
  const number = (index ?? place) + 1;
  const ending = type.startsWith('image/') ? type.slice('image/'.length).replace('jpeg', 'jpg') : 'bin';
  return `image-${number}${partial === undefined ? '' : `-preview-${partial + 1}`}.${ending}`;
}

/** Returns the part without base64 placeholders. */
export function withoutPlaceholder<Given extends Part>(part: Given): Given {
  if (part.type === 'raw-event') return { ...part, data: withoutPlaceholders(part.data) };
  if (!isStoredMedia(part) || part.base64 === undefined || bodyPlaceOf(part.base64) === null) return part;
  const { base64: _, ...rest } = part;
  return rest as Given;
}

function notKept(part: ImagePart | AudioPart, thrown: unknown): Part {
  const url = part.type === 'image' ? part.url : undefined;
  const isShown = withoutPlaceholder(part) === part;
  const why = thrown instanceof NotFetched ? `${thrown.message}.` : AppError.from(thrown).message;
  const message = url
    ? `The image at ${placeOf(url)} could not be downloaded: ${why} Its URL is kept, but such URLs often expire after an hour.`
    : `${part.type === 'image' ? 'An image' : 'The audio'} could not be stored: ${why} ${isShown ? 'It is shown, and it' : 'It'} is in the recorded response.`;
  return { type: 'warning', code: 'not-kept', message };
}

const placeOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'an invalid URL');
