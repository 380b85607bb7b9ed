import type { Vault } from '#core/host-services.ts';

export interface MemoryVault extends Vault {
  /** Its content, by id; a test may remove entries behind the core's back. */
  readonly secrets: Map<string, string>;
}

export function createMemoryVault(): MemoryVault {
  const secrets = new Map<string, string>();
  return {
    protection: 'memory',
    secrets,
    async put(id, secret) {
      secrets.set(id, secret);
    },
    take: async (id) => secrets.get(id) ?? null,
    async forget(id) {
      secrets.delete(id);
    },
  };
}
