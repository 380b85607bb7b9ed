import { randomUUID } from 'node:crypto';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Vault } from '../host-services.ts';
import { proxyOrigin } from '../http/proxy/proxy-address.ts';
import type { ConnectionRows } from './connection-rows.ts';

/**
 * The passwords of proxies. Like a key, one goes in and never comes out, and is sent only to the proxy it was entered for:
 * each has an id of its own in the vault, so that a password and its proxy can not come apart wherever the program ends.
 */
export interface ProxyPasswords {
  /** An empty one forgets it. Throws an `AppError` for a connection without an address of a proxy. */
  put(connectionId: string, password: string): Promise<void>;
  /** The one that belongs to the connection's present proxy; `null` when there is none, or the vault lost it. */
  reveal(connectionId: string): Promise<string | null>;
  forget(connectionId: string): Promise<void>;
}

interface PasswordParts {
  rows: ConnectionRows;
  vault: Vault;
}

export function createProxyPasswords({ rows, vault }: PasswordParts): ProxyPasswords {
  const forget = async (connectionId: string): Promise<void> => {
    const known = rows.proxySecret(connectionId);
    if (!known) return;
    await vault.forget(known.id);
    rows.setProxySecret(connectionId, null);
  };
  return {
    forget,
    async put(connectionId, password) {
      const connection = rows.find(connectionId);
      if (!connection) throw new AppError(gone);
      if (password === '') return forget(connectionId);
      const boundTo = connection.proxy.address === '' ? null : proxyOrigin(connection.proxy.address);
      if (boundTo === null) throw new AppError(noProxy);
      const before = rows.proxySecret(connectionId);
      const id = randomUUID();
      await vault.put(id, password);
      try {
        rows.setProxySecret(connectionId, { id, boundTo });
      } catch (thrown) {
        await vault.forget(id).catch(() => {});
        throw thrown;
      }
      if (before) await vault.forget(before.id).catch(() => {});
    },
    async reveal(connectionId) {
      const known = rows.proxySecret(connectionId);
      return known && rows.find(connectionId)?.proxy.hasPassword ? vault.take(known.id) : null;
    },
  };
}

const gone = failure('not-found-here', 'This connection is not there any more: it was removed elsewhere.', {
  hint: 'Save it again, then enter the password. Nothing was stored.',
});
const noProxy = failure('bad-input', 'This connection has no proxy of its own.', {
  hint: 'Save the address of the proxy first. The password was not stored.',
});
