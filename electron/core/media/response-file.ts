import { AppError, type Failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { FileStorePort, ReceivedFile } from '../ports.ts';
import type { MediaFile } from '../readers/intake/media-signature.ts';

/** The place of this file among the files of its exchange: images count from 0. */
export const responseFilePlace = -1;

interface ResponseFileInput {
  files: Pick<FileStorePort, 'receive'>;
  /** Records the id of the stored file. */
  note(place: number, fileId: string): void;
}

/**
 * The file of an audio or video response. Its bytes are written as they arrive, so memory stays constant however long
 * it is; the part of a truncated response is saved as well.
 */
export class ResponseFile {
  readonly #input: ResponseFileInput;
  readonly #place: number;
  #waiting: Uint8Array[] = [];
  #file: ReceivedFile | null = null;
  #failure: Failure | null = null;

  constructor(input: ResponseFileInput, place = responseFilePlace) {
    this.#input = input;
    this.#place = place;
  }

  /** Takes bytes that stay unchanged until the next `drain`. */
  take(bytes: Uint8Array): void {
    if (this.#failure === null) this.#waiting.push(bytes);
  }

  /** Why nothing more is written; `null` while there is no error. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /**
   * Writes what was taken. Does not reject.
   *
   * @param announcedBytes of the whole response, `null` when it was not announced.
   */
  async drain(announcedBytes: number | null): Promise<void> {
    const waiting = this.#waiting;
    if (waiting.length === 0 || this.#failure !== null) return;
    this.#waiting = [];
    try {
      this.#file ??= await this.#input.files.receive(announcedBytes);
      for (const bytes of waiting) await this.#file.write(bytes);
    } catch (thrown) {
      this.#failure = AppError.from(thrown);
    }
  }

  /** Names and saves the file. `null` when there is nothing, or when the disk failed: then `failure` is set. */
  async keep(name: string, media: MediaFile): Promise<FileRef | null> {
    const file = this.#file;
    if (file === null) return null;
    this.#file = null;
    try {
      for (const { offset, bytes } of media.patches) await file.patch(offset, bytes);
      const ref = await file.keep({ name, type: media.mediaType });
      this.#input.note(this.#place, ref.id);
      return ref;
    } catch (thrown) {
      this.#failure ??= AppError.from(thrown);
      await file.drop();
      return null;
    }
  }

  /** Removes what was written and not saved. Does not reject. */
  async drop(): Promise<void> {
    await this.#file?.drop();
    this.#file = null;
  }
}
