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
