import type { Vault } from '#core/host-services.ts';
import { readEntry } from '#core/keys/secret-entry.ts';

export interface MemoryVault extends Vault {
  /** Its content, by id; a test may remove entries behind the core's back. */
  readonly secrets: Map<string, string>;
  /** The secrets in it, without what they are bound to, and without its seal. */
  held(): string[];
}

export function createMemoryVault(protection: Vault['protection'] = 'memory'): MemoryVault {
  const secrets = new Map<string, string>();
  return {
    protection,
    secrets,
    held: () =>
      [...secrets.values()].flatMap((text) => {
        const entry = readEntry(text);
        return entry && entry.binding?.kind !== 'seal' ? [entry.secret] : [];
      }),
    async put(id, secret) {
      secrets.set(id, secret);
    },
    take: async (id) => secrets.get(id) ?? null,
    async forget(id) {
      secrets.delete(id);
    },
  };
}
