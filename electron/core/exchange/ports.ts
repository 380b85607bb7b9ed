import type { Connection } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import type { FileRef } from '#shared/routes/part.ts';

/** A stored file, ready to be read as often as needed. */
export interface OpenFile {
  /** Exact: it becomes part of a `content-length`. */
  readonly sizeBytes: number;
  /** As the person knows it; not yet fit for a header. */
  readonly name: string;
  readonly type: string;
  /** The bytes from the first to the last. Leaving the loop closes the file. */
  stream(): AsyncIterable<Uint8Array>;
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

/** Where files that exchanges make are put. */
export interface FileKeeper extends FilePort {
  /**
   * Takes a file in, piece by piece; nothing is kept unless every byte arrives.
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
  /** The secret of a key that is bound to `origin`; `null` when it is bound elsewhere or can not be opened. */
  take(keyId: string, origin: string): Promise<string | null>;
  /** A request with this key is about to be sent. */
  noteUse(keyId: string): void;
}

/** Times in milliseconds. */
export interface Clock {
  /** Wall clock, since 1970. */
  now(): number;
  /** Never goes back and knows nothing of the date. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
