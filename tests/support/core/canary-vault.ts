import type { Vault } from '#core/host-services.ts';
import { canaryKey } from '../exchange/canary.ts';

/** A keyring that returns the canary for every key, whichever process opens it. */
export const canaryVault: Vault = {
  protection: 'keyring',
  put: async () => {},
  take: async () => canaryKey,
  forget: async () => {},
};
