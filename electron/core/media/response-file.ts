import { AppError, type Failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { FileStorePort, ReceivedFile } from '../ports.ts';
import type { MediaFile } from '../readers/intake/media-stream.ts';

/** The place of this file among the files of its exchange: pictures count from 0. */
export const responseFilePlace = -1;

interface ResponseFileInput {
  files: Pick<FileStorePort, 'receive'>;
  /** Takes note of the file that was made. */
  note(place: number, fileId: string): void;
}

/**
 * The file that the sound or the film of one answer becomes. Its bytes are written as they come, so that memory stays
 * the same however long it is; what had come of an answer that broke off is kept as well.
 */
export class ResponseFile {
  readonly #input: ResponseFileInput;
  #waiting: Uint8Array[] = [];
  #file: ReceivedFile | null = null;
  #failure: Failure | null = null;

  constructor(input: ResponseFileInput) {
    this.#input = input;
  }

  /** Takes bytes that stay as they are until the next `drain`. */
  take(bytes: Uint8Array): void {
    if (this.#failure === null) this.#waiting.push(bytes);
  }

  /** Why nothing more is written; `null` while all is well. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /**
   * Writes what was taken. Does not reject.
   *
   * @param announcedBytes of the whole answer, `null` when it did not say.
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

  /** Gives it its name. `null` when there is nothing, or when the disk refused: then `failure` says why. */
  async keep(name: string, media: MediaFile): Promise<FileRef | null> {
    const file = this.#file;
    if (file === null) return null;
    this.#file = null;
    try {
      for (const { offset, bytes } of media.patches) await file.patch(offset, bytes);
      const ref = await file.keep({ name, type: media.mediaType });
      this.#input.note(responseFilePlace, ref.id);
      return ref;
    } catch (thrown) {
      this.#failure ??= AppError.from(thrown);
      await file.drop();
      return null;
    }
  }

  /** Removes what was written and not kept. Does not reject. */
  async drop(): Promise<void> {
    await this.#file?.drop();
    this.#file = null;
  }
}
