import type { Connection, NativeKeyStyle } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import type { FileRef } from '#shared/protocol/part.ts';

/** A stored file, ready to be read as often as needed. */
export interface OpenFile {
  /** Exact: it becomes part of a `content-length`. */
  readonly sizeBytes: number;
  /** As the person knows it; not yet fit for a header. */
  readonly name: string;
  readonly type: string;
  /** The bytes from the first to the last. Leaving the loop closes the file. */
  stream(): AsyncIterable<Uint8Array>;
  /**
   * The same, but each piece is only good until the next one is asked for: its memory is used again, so that a file of any
   * size passes through the same few bytes.
   */
  passing?(): AsyncIterable<Uint8Array>;
}

export interface FilePort {
  /** `null` when there is no such file. */
  open(id: string): Promise<OpenFile | null>;
}

/** A file that grows while its bytes arrive; nobody sees it before it is kept. */
export interface ReceivedFile {
  /** @throws AppError `too-large` or `storage`; what was written before stays. */
  write(bytes: Uint8Array): Promise<void>;
  /** Replaces bytes that are written already. */
  patch(offset: number, bytes: Uint8Array): Promise<void>;
  /** Stores what there is under a safe form of that name. Not to be used any more afterwards. */
  keep(file: { name: string; type: string }): Promise<FileRef>;
  /** Removes what there is. Does not reject. */
  drop(): Promise<void>;
}

/** What is kept beside the bytes of a download that is not whole, to go on with it another time. */
export interface DownloadNote {
  /** Tells that the file is still the same one: a strong `ETag`, else a `Last-Modified`; `null` when there is none. */
  validator: string | null;
  /** The server gives out pieces. */
  inPieces: boolean;
  /** Of the whole file; `null` when the server did not say. */
  totalBytes: number | null;
  /** By the first bytes. */
  mediaType: string;
  /** Of a file of that type, without a dot. */
  ending: string;
  /** As the server calls it; `null` when it did not say. */
  name: string | null;
}

/** A download that is not whole. Its bytes stay, also over a restart, until it is kept or thrown away. */
export interface PartialFile {
  /** Bytes that are there. */
  readonly sizeBytes: number;
  /** `null` for one that has only begun. */
  readonly note: DownloadNote | null;
  /** @throws AppError `too-large` or `storage`, also when what is still to come does not fit on the disk. */
  annotate(note: DownloadNote): Promise<void>;
  /** @throws AppError `too-large` or `storage`; what was written before stays. */
  write(bytes: Uint8Array): Promise<void>;
  /** Forgets all bytes and the note. @throws AppError `storage`. */
  restart(): Promise<void>;
  /** Leaves it for another time, what there is on the disk. Does not reject. */
  pause(): Promise<void>;
  /** Stores it under a safe form of that name. Not to be used any more afterwards. @throws AppError `storage`. */
  keep(file: { name: string; type: string }): Promise<FileRef>;
}

/** Where files that exchanges make are put. */
export interface FileStorePort extends FilePort {
  /**
   * Takes a file in, piece by piece. Its name is made safe, its bytes are stored under a random id. Unless every byte
   * arrives, and no more than `sizeBytes` where that is known, nothing is kept.
   *
   * @throws AppError `too-large` or `storage`.
   */
  admit(
    file: { name: string; type: string; sizeBytes: number | null },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<FileRef>;
  /**
   * Takes a file in whose bytes arrive over a long time, and which is kept even when not all of them do.
   *
   * @param sizeBytes as announced, `null` when nobody said.
   * @throws AppError `too-large` or `storage`.
   */
  receive(sizeBytes: number | null): Promise<ReceivedFile>;
  /**
   * Opens what there is of a download, or begins one.
   *
   * @param target names the download.
   * @throws AppError `conflict` when it is open already, or `storage`.
   */
  resume(target: string): Promise<PartialFile>;
  /** Throws away what is kept of a download that nobody has open. Does not reject. */
  discard(target: string): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface ConnectionPort {
  /** `null` when there is no such connection. */
  find(id: string): Connection | null;
  /** The password of the connection's own proxy; `null` when none is stored for its present address, or it is lost. */
  proxyPassword(id: string): Promise<string | null>;
}

export interface KeyPort {
  /** The key a draft means: the named one, else the first enabled key of the connection, `null` when there is none. */
  choose(connectionId: string, keyId: string | undefined): KeyStatus | null;
  /**
   * The secret of a key that is bound to `origin`; `null` when it is bound elsewhere or can not be opened.
   *
   * @param way mark of the way it will go (`keys/binding.ts`); empty for the usual one.
   */
  take(keyId: string, origin: string, way?: string): Promise<string | null>;
  /** A request with this key is about to be sent. */
  noteUse(keyId: string): void;
}

/** What the model listings taught about a key. */
export interface NativeKeyPort {
  /** How native routes take the key, or at least another key of the connection; `null` while no native listing came. */
  learned(connectionId: string, keyId: string): NativeKeyStyle | null;
  /** The newest `/v1/models` with this key was answered with a list. */
  isAccepted(connectionId: string, keyId: string): boolean;
}

/** Times in milliseconds. */
export interface Clock {
  /** Wall clock, since 1970. */
  now(): number;
  /** Never goes back and knows nothing of the date. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
