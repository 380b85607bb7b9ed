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

/** Where exports are put. */
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
