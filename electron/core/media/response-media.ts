import { Buffer } from 'node:buffer';
import { AppError } from '#shared/protocol/failure.ts';
import type { FileRef, ImagePart, Part } from '#shared/protocol/part.ts';
import type { FileStorePort } from '../ports.ts';
import { type MediaForm, mediaForm } from '../readers/intake/media-signature.ts';
import { MediaStream } from '../readers/intake/media-stream.ts';
import { bodyPlaceOf, keptCharacters, withoutPlaceholders } from '../readers/intake/payload-cutter.ts';
import { FormFiles } from './form-files.ts';
import { NotFetched } from './media-fetch.ts';
import { type ReadResponse, recordedBase64 } from './recorded-base64.ts';
import { ResponseFile } from './response-file.ts';
import type { ResultMedia } from './result-media.ts';

/** Images of one response beyond this number stay in its parts. */
const mostFiles = 256;
const mostFetched = 32;
/** Stored and fetched concurrently. */
const atOnce = 4;

export const isImage = (part: Part): part is ImagePart => part.type === 'image';

type AudioPart = Extract<Part, { type: 'audio' }>;

/** Audio that is too large for a part and remains in the recorded response, or that is at a URL. */
const isStoredAudio = (part: Part): part is AudioPart =>
  part.type === 'audio' && (part.base64 === undefined ? part.url !== undefined : bodyPlaceOf(part.base64) !== null);

/** Parts that are stored as files. */
export type StoredMediaPart = ImagePart | AudioPart;
export const isStoredMedia = (part: Part): part is StoredMediaPart => isImage(part) || isStoredAudio(part);

/** Dependencies of the images of one response. */
export interface ResponseMediaInput {
  files: Pick<FileStorePort, 'admit' | 'receive'>;
  /** Of this response. */
  read: ReadResponse;
  /** Records the id of a stored file; `place` counts the images of the response. */
  note(place: number, fileId: string): void;
  /** `null` where URLs are not fetched. `name` has no extension. */
  fetch:
    | ((named: string, file: { kind: 'image' | 'audio'; place: number; name: string }) => Promise<ResultMedia>)
    | null;
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
      if (part.type === 'audio' && part.base64 !== undefined) return await this.#storeAudio(part, part.base64, place);
      if (part.type === 'image' && part.base64 !== undefined) return [await this.#store(part, part.base64, place)];
      return part.url === undefined ? [part] : await this.#fetch(part, part.url, place);
    } catch (thrown) {
      return [withoutPlaceholder(part), notKept(part, thrown)];
    }
  }

  /** Stores audio as it would be stored had it arrived as bytes: as one file, with true lengths in its header. */
  async #storeAudio(part: AudioPart, base64: string, place: number): Promise<Part[]> {
    const file = new ResponseFile(this.#input, place);
    const media = new MediaStream({ isVideo: false, label: part.mediaType, onMedia: (bytes) => file.take(bytes) });
    try {
      for await (const bytes of this.#bytesOf(base64)) {
        media.push(Buffer.from(bytes));
        await file.drain(null);
      }
      const warnings = media.end().filter(({ type }) => type === 'warning');
      await file.drain(null);
      const form = media.file ?? { ...unknown, sizeBytes: 0, patches: [] };
      const ref = await file.keep(`${nameOf(part, place)}.${form.ending}`, form);
      if (file.failure) throw new AppError(file.failure);
      if (ref) this.#stored.note(base64, ref);
      return [withoutPlaceholder(part), ...warnings, ...(ref ? [{ type: 'file', ref } as const] : [])];
    } finally {
      await file.drop();
    }
  }

  #bytesOf(base64: string): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
    const place = bodyPlaceOf(base64);
    return place ? recordedBase64(this.#input.read, place) : [Buffer.from(base64, 'base64')];
  }

  async #store(part: ImagePart, base64: string, place: number): Promise<Part> {
    const start = Buffer.from(base64.slice(0, keptCharacters), 'base64');
    if (start.length === 0 || this.#files >= mostFiles) return withoutPlaceholder(part);
    const form = mediaForm(start, true) ?? (part.mediaType === svg.mediaType ? svg : unknown);
    const name = `${stemOf(part, place)}.${form.ending}`;
    const ref = await this.#admit(name, form.mediaType, place, this.#bytesOf(base64));
    this.#stored.note(base64, ref);
    const { base64: _, ...rest } = part;
    return { ...rest, mediaType: form === unknown ? part.mediaType : form.mediaType, ref };
  }

  async #fetch(part: StoredMediaPart, url: string, place: number): Promise<Part[]> {
    const { fetch } = this.#input;
    if (fetch === null || this.#fetched >= mostFetched) return [part];
    this.#fetched += 1;
    const { address, ref } = await fetch(url, { kind: part.type, place, name: nameOf(part, place) });
    this.#input.note(place, ref.id);
    if (part.type === 'audio')
      return [
        { ...part, url: address, mediaType: ref.type },
        { type: 'file', ref },
      ];
    return [{ ...part, url: address, mediaType: ref.type, ref }];
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

/** Returns `image-2`, and `image-2-preview-1` for its previews. */
const stemOf = ({ index, partial }: ImagePart, place: number): string =>
  `image-${(index ?? place) + 1}${partial === undefined ? '' : `-preview-${partial + 1}`}`;

/** Returns the name of a stored part without its extension. */
export const nameOf = (part: StoredMediaPart, place: number): string =>
  part.type === 'image' ? stemOf(part, place) : `sound-${place + 1}`;

/** Returns the part without base64 placeholders. */
export function withoutPlaceholder<Given extends Part>(part: Given): Given {
  if (part.type === 'raw-event') return { ...part, data: withoutPlaceholders(part.data) };
  if (!isStoredMedia(part) || part.base64 === undefined || bodyPlaceOf(part.base64) === null) return part;
  const { base64: _, ...rest } = part;
  return rest as Given;
}

function notKept(part: ImagePart | AudioPart, thrown: unknown): Part {
  const { url } = part;
  const what = part.type === 'image' ? 'image' : 'audio';
  const isShown = withoutPlaceholder(part) === part;
  const why = whyOf(thrown);
  const message = url
    ? `The ${what} at ${placeOf(url)} could not be downloaded: ${why} Its URL is kept, so it can be downloaded again, but such URLs often expire after an hour.`
    : `${what === 'image' ? 'An image' : 'The audio'} could not be stored: ${why} ${isShown ? 'It is shown, and it' : 'It'} is in the recorded response.`;
  return { type: 'warning', code: 'not-kept', message };
}

/** Returns the reason as a sentence: of a refusal the status and the server's own words, as it may not be the gateway. */
function whyOf(thrown: unknown): string {
  if (thrown instanceof NotFetched) return `${thrown.message}.`;
  const { status, message, gatewayMessage } = AppError.from(thrown);
  const words = gatewayMessage === null ? '' : ` It said "${gatewayMessage.slice(0, 300)}".`;
  return `${status === null || status < 400 ? message : `it returned ${status}.`}${words}`;
}

const svg: MediaForm = { mediaType: 'image/svg+xml', ending: 'svg' };
const unknown: MediaForm = { mediaType: 'application/octet-stream', ending: 'bin' };

const placeOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url.slice(0, 200));
