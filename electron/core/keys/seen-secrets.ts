import type { Vault } from '../host-services.ts';

/** A vault, and the secrets that went through it in this run and were not forgotten since: only these can be in memory. */
export interface SeenSecrets {
  vault: Vault;
  all(): string[];
}

export function noteSecrets(beneath: Vault): SeenSecrets {
  const seen = new Map<string, string>();
  const vault: Vault = {
    get protection() {
      return beneath.protection;
    },
    ...(beneath.protectionOf && { protectionOf: (id: string) => beneath.protectionOf?.(id) ?? beneath.protection }),
    async put(id, secret) {
      seen.set(id, secret);
      await beneath.put(id, secret);
    },
    async take(id) {
      const secret = await beneath.take(id);
      if (secret !== null) seen.set(id, secret);
      return secret;
    },
    async forget(id) {
      await beneath.forget(id);
      seen.delete(id);
    },
  };
  return { vault, all: () => [...seen.values()] };
}

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
