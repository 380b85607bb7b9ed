import type { Connection } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';

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

export interface ConnectionPort {
  /** `null` when there is no such connection. */
  find(id: string): Connection | null;
}

export interface KeyPort {
  /** The key a draft means: the named one, else the first enabled key of the connection, `null` when there is none. */
  choose(connectionId: string, keyId: string | undefined): KeyStatus | null;
  /** The secret of a key that is bound to `origin`; `null` when it is bound elsewhere or can not be opened. */
  take(keyId: string, origin: string): Promise<string | null>;
}

/** Times in milliseconds. */
export interface Clock {
  /** Wall clock, since 1970. */
  now(): number;
  /** Never goes back and knows nothing of the date. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
