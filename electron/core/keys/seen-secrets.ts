import type { Vault } from '../host-services.ts';
import { readEntry } from './secret-entry.ts';

/**
 * A vault that tracks the secrets that passed through it in this run and were not deleted since: only these can be in
 * memory.
 */
export interface SeenSecrets {
  vault: Vault;
  all(): string[];
}

export function noteSecrets(inner: Vault): SeenSecrets {
  const seen = new Map<string, string>();
  const note = (id: string, text: string) => void seen.set(id, readEntry(text)?.secret ?? text);
  const vault: Vault = {
    get protection() {
      return inner.protection;
    },
    ...(inner.protectionOf && { protectionOf: (id: string) => inner.protectionOf?.(id) ?? inner.protection }),
    async put(id, secret) {
      note(id, secret);
      await inner.put(id, secret);
    },
    async take(id) {
      const secret = await inner.take(id);
      if (secret !== null) note(id, secret);
      return secret;
    },
    async forget(id) {
      await inner.forget(id);
      seen.delete(id);
    },
  };
  return { vault, all: () => [...seen.values()] };
}

/**
 * Wraps a vault for a run in which nothing is saved: added secrets last until the end of the run, deleted ones stay
 * deleted for it, and the underlying vault is only read. Otherwise a secret whose key is not stored would stay in the
 * keyring forever.
 */
export function createTemporaryVault(inner: Vault): Vault {
  const secrets = new Map<string, string>();
  const forgotten = new Set<string>();
  return {
    protection: 'memory',
    async put(id, secret) {
      secrets.set(id, secret);
      forgotten.delete(id);
    },
    take: async (id) => secrets.get(id) ?? (forgotten.has(id) ? null : inner.take(id)),
    async forget(id) {
      secrets.delete(id);
      forgotten.add(id);
    },
  };
}
