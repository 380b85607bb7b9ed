import * as z from 'zod/mini';
import type { Failure } from '../protocol/failure.ts';
import { identifier } from './connections.ts';
import { call, out } from './define.ts';
import type { KeyProtection } from './host.ts';

/** Everything that is ever shown of a key. The secret is write-only. */
export interface KeyStatus {
  id: string;
  connectionId: string;
  alias: string;
  /** First 6 hex digits of the SHA-256 of the secret: distinguishes keys without revealing them. */
  fingerprint: string;
  /** The only origin this key is ever sent to. */
  origin: string;
  protection: KeyProtection;
  /**
   * `enter-again`: the keyring no longer returns it; `other-origin`: the connection's address or network path has
   * changed.
   */
  state: 'ready' | 'enter-again' | 'other-origin';
  /**
   * Why it must be entered again, where it is not lost. `not-bound`: it was not entered as this key, because the data
   * was restored or edited; `changed`: how the connection sends its key was changed, but not by the user here.
   */
  reason?: 'not-bound' | 'changed';
  enabled: boolean;
  createdAt: number;
  /** When an exchange last used it, milliseconds since 1970. */
  lastUsedAt: number | null;
}

/** The credit of a key as a gateway reports it: decimal texts in the gateway's own unit. */
export interface BalanceAmount {
  /** As reported, or what is left of the limit. */
  remaining: string | null;
  used: string | null;
  limit: string | null;
  /** As the gateway names it, such as `CNY` or `credits`; `null` where it names none. */
  unit: string | null;
}

/** `not-reported`: no known place of the gateway reports a balance. */
export type KeyBalance = {
  /** Every request that was sent, in order; the last one contained the balance. */
  exchangeIds: string[];
} & (
  | { state: 'reported'; path: string; amounts: BalanceAmount[] }
  | { state: 'not-reported' }
  | { state: 'failed'; failure: Failure }
);

export const keys = {
  status: call(z.object({ connectionId: z.optional(identifier) }), out<KeyStatus[]>()),
  /** With `id` it replaces that key's secret and binds it to the connection's current origin. */
  put: call(
    z.object({
      id: z.optional(identifier),
      connectionId: identifier,
      alias: z.string().check(z.maxLength(80)),
      secret: z.string().check(z.minLength(1), z.maxLength(8192)),
    }),
    out<KeyStatus>(),
  ),
  rename: call(z.object({ id: identifier, alias: z.string().check(z.minLength(1), z.maxLength(80)) }), out<void>()),
  /** A disabled key is never selected, and is refused when named explicitly. */
  enable: call(z.object({ id: identifier, enabled: z.boolean() }), out<void>()),
  forget: call(z.object({ id: identifier }), out<void>()),
  /** Requests the balance from the gateway, at most a dozen requests that create nothing. Sent only when it is called. */
  balance: call(z.object({ id: identifier }), out<KeyBalance>()),
};
