import type { Failure } from '../protocol/failure.ts';

/**
 * The line between page and core: any two-way channel of plain, structured-cloneable objects. Messages arrive in order
 * and whole. `post` throws when the message holds something that the line can not carry, and does nothing after the close.
 */
export interface Transport {
  post(message: Envelope): void;
  /** Both return a function that takes the listener away. */
  onMessage(listener: (message: Envelope) => void): () => void;
  onClose(listener: () => void): () => void;
  close(): void;
}

/** Asker to core. `name` is `area.entry`. */
export type CallMessage =
  | { kind: 'open'; id: number; name: string; input: unknown }
  | { kind: 'push'; id: number; value: unknown }
  | { kind: 'push-end'; id: number }
  /** The asker has read `count` more values. */
  | { kind: 'credit'; id: number; count: number }
  | { kind: 'cancel'; id: number };

/** Core to asker. */
export type ReplyMessage =
  | { kind: 'values'; id: number; values: unknown[] }
  | { kind: 'end'; id: number; value?: unknown }
  | { kind: 'fail'; id: number; failure: Failure };

export type Envelope = CallMessage | ReplyMessage;

/** Values a stream may have posted and not yet seen read. */
export const creditLimit = 64;
