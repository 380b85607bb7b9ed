import type { Failure } from '../protocol/failure.ts';

/**
 * The connection between page and core: any two-way channel of plain, structured-cloneable objects. Messages arrive in order
 * and whole. `post` throws when the message contains something that the transport cannot carry, and does nothing after the close.
 */
export interface Transport {
  post(message: Envelope): void;
  /** Both return a function that removes the listener. */
  onMessage(listener: (message: Envelope) => void): () => void;
  onClose(listener: () => void): () => void;
  close(): void;
}

/** Client to core. `name` is `area.entry`. */
export type CallMessage =
  | { kind: 'open'; id: number; name: string; input: unknown }
  | { kind: 'push'; id: number; value: unknown }
  | { kind: 'push-end'; id: number }
  /** The client has read `count` more values. */
  | { kind: 'credit'; id: number; count: number }
  | { kind: 'cancel'; id: number };

/** Core to client. */
export type ReplyMessage =
  | { kind: 'values'; id: number; values: unknown[] }
  | { kind: 'end'; id: number; value?: unknown }
  | { kind: 'fail'; id: number; failure: Failure };

export type Envelope = CallMessage | ReplyMessage;

/** Values that a stream may have posted and the client has not read. */
export const creditLimit = 64;
