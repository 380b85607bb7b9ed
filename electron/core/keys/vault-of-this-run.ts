import type { Vault } from '../host-services.ts';

/**
 * A vault for a run in which nothing is saved: what is put goes with the run, what is forgotten stays forgotten for it, and
 * the vault beneath is only read. A secret in a keyring whose key is in no list would stay there for ever.
 */
export function createVaultOfThisRun(beneath: Vault): Vault {
  const secrets = new Map<string, string>();
  const forgotten = new Set<string>();
  return {
    protection: 'memory',
    async put(id, secret) {
      secrets.set(id, secret);
      forgotten.delete(id);
    },
    take: async (id) => secrets.get(id) ?? (forgotten.has(id) ? null : beneath.take(id)),
    async forget(id) {
      secrets.delete(id);
      forgotten.add(id);
    },
  };
}
