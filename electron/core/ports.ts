import type { Connection, NativeKeyStyle } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import type { FileRef } from '#shared/protocol/part.ts';

/** A stored file, ready to be read as often as needed. */
export interface OpenFile {
  /** Exact: it becomes part of a `content-length`. */
  readonly sizeBytes: number;
  /** Display name; not yet safe for a header. */
  readonly name: string;
  readonly type: string;
  /** Yields all bytes in order. Leaving the loop closes the file. */
  stream(): AsyncIterable<Uint8Array>;
  /**
   * Like `stream`, but each chunk is only valid until the next one is requested: the buffer is reused, so that a file
   * of any size passes through the same few bytes.
   */
  passing?(): AsyncIterable<Uint8Array>;
}

export interface FilePort {
  /** `null` when there is no such file. */
  open(id: string): Promise<OpenFile | null>;
}

/** A file that grows while its bytes arrive; invisible until it is kept. */
export interface ReceivedFile {
  /** @throws AppError `too-large` or `storage`; bytes written before are kept. */
  write(bytes: Uint8Array): Promise<void>;
  /** Overwrites bytes that are already written. */
  patch(offset: number, bytes: Uint8Array): Promise<void>;
  /** Stores the bytes under a safe form of that name. Do not use the file afterwards. */
  keep(file: { name: string; type: string }): Promise<FileRef>;
  /** Removes the file. Does not reject. */
  drop(): Promise<void>;
}

/** Metadata stored with the bytes of an incomplete download, to resume it later. */
export interface DownloadNote {
  /** Proves that the file is unchanged: a strong `ETag`, else a `Last-Modified`; `null` when there is none. */
  validator: string | null;
  /** The server supports range requests. */
  inPieces: boolean;
  /** Size of the whole file; `null` when the server did not say. */
  totalBytes: number | null;
  /** Detected from the first bytes. */
  mediaType: string;
  /** Extension for that type, without a dot. */
  ending: string;
  /** File name from the server; `null` without one. */
  name: string | null;
}

/** An incomplete download. Its bytes are kept, even across restarts, until it is completed or discarded. */
export interface PartialFile {
  /** Bytes received so far. */
  readonly sizeBytes: number;
  /** `null` for one that has only just begun. */
  readonly note: DownloadNote | null;
  /** @throws AppError `too-large` or `storage`, also when the remaining bytes do not fit on the disk. */
  annotate(note: DownloadNote): Promise<void>;
  /** @throws AppError `too-large` or `storage`; bytes written before are kept. */
  write(bytes: Uint8Array): Promise<void>;
  /** Deletes all bytes and the note. @throws AppError `storage`. */
  restart(): Promise<void>;
  /** Closes it for later, flushed to disk. Does not reject. */
  pause(): Promise<void>;
  /** Stores it under a safe form of that name. Do not use it afterwards. @throws AppError `storage`. */
  keep(file: { name: string; type: string }): Promise<FileRef>;
}

/** Stores files that exchanges produce. */
export interface FileStorePort extends FilePort {
  /**
   * Stores a file from its chunks. Its name is sanitized, its bytes are stored under a random id. Unless every byte
   * arrives, and no more than `sizeBytes` where that is known, nothing is kept.
   *
   * @throws AppError `too-large` or `storage`.
   */
  admit(
    file: { name: string; type: string; sizeBytes: number | null },
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<FileRef>;
  /**
   * Opens a file whose bytes arrive over a long time, and which is kept even if not all of them do.
   *
   * @param sizeBytes declared size, `null` when unknown.
   * @throws AppError `too-large` or `storage`.
   */
  receive(sizeBytes: number | null): Promise<ReceivedFile>;
  /**
   * Opens a partial download, or starts one.
   *
   * @param target identifies the download.
   * @throws AppError `conflict` when it is already open, or `storage`.
   */
  resume(target: string): Promise<PartialFile>;
  /** Discards a partial download that is not open. Does not reject. */
  discard(target: string): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface ConnectionPort {
  /** `null` when there is no such connection. */
  find(id: string): Connection | null;
  /**
   * Returns the password of the connection's own proxy; `null` when none is stored for that address, or it is lost.
   *
   * @param address of the proxy to which it will be sent. Default: the stored one.
   */
  proxyPassword(id: string, address?: string): Promise<string | null>;
}

export interface KeyPort {
  /**
   * Returns the key that a draft uses: the named one, else the first enabled key of the connection, `null` when there
   * is none.
   */
  choose(connectionId: string, keyId: string | undefined): KeyStatus | null;
  /**
   * Returns the secret of a key that is bound to `origin`; `null` when it is bound elsewhere or cannot be decrypted.
   *
   * @param way mark of the network path it will take (`keys/binding.ts`); empty for the usual one.
   * @param connection the one that the request was planned with: another program may have changed the stored one since.
   *   Default: as stored.
   */
  take(keyId: string, origin: string, way?: string, connection?: Connection | null): Promise<string | null>;
  /** Records that a request with this key is about to be sent. */
  noteUse(keyId: string): void;
}

/** What the model listings revealed about a key. */
export interface NativeKeyPort {
  /**
   * Returns how native routes accept the key, or at least another key of the connection; `null` while no native listing
   * showed it.
   */
  learned(connectionId: string, keyId: string): NativeKeyStyle | null;
  /** Returns whether the newest `/v1/models` with this key returned a list. */
  isAccepted(connectionId: string, keyId: string): boolean;
}

/** Times in milliseconds. */
export interface Clock {
  /** Wall clock, milliseconds since 1970. */
  now(): number;
  /** Monotonic, unrelated to the date. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
