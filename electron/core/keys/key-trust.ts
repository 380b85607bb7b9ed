import type { Connection } from '#shared/contract/connections.ts';

/** What the core knows of the user's consent, beyond the rows of keys. */
export interface KeyTrust {
  /** Returns whether a secret without a binding may be used as its row says: until those of earlier versions are bound. */
  acceptsUnbound(): boolean;
  /** Returns whether the user saved the connection as given. */
  isConfirmed(connection: Connection): boolean;
  confirmForKey(connectionId: string): void;
}

/** Where nothing else is known, as in a run in memory: everything is confirmed, and every secret is bound. */
export const trustAll: KeyTrust = { acceptsUnbound: () => false, isConfirmed: () => true, confirmForKey: () => {} };
