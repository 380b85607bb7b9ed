import { randomUUID } from 'node:crypto';
import type { Connection } from '#shared/contract/connections.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Vault } from '../host-services.ts';
import { proxyOrigin } from '../http/proxy/http-proxy.ts';
import type { Staged } from '../keys/new-key.ts';
import { isOf, readEntry, writeEntry } from '../keys/secret-entry.ts';
import { createSecretJournal, type SecretJournal } from '../keys/secret-journal.ts';
import type { Database } from '../store/database.ts';
import type { ConnectionRows } from './connection-rows.ts';

/**
 * Stores proxy passwords. Like keys, they are write-only, and sent only to the proxy they were entered for: each has
 * its own id in the vault, so that a password and its proxy stay in step even if the program is killed midway.
 */
export interface ProxyPasswords {
  /** Stores a password; an empty one deletes it. Throws an `AppError` for a connection without a proxy address. */
  put(connectionId: string, password: string): Promise<void>;
  /** Stores the password of a connection whose row is not written yet; see `Keys.stageAll`. */
  stage(connection: Connection, password: string): Promise<Staged>;
  /**
   * Returns the password for a proxy of the connection; `null` when there is none, or the vault lost it.
   *
   * @param address default: of the current proxy.
   */
  reveal(connectionId: string, address?: string): Promise<string | null>;
  forget(connectionId: string): Promise<void>;
}

interface PasswordParts {
  db: Pick<Database, 'sql' | 'processId' | 'transaction'>;
  rows: ConnectionRows;
  vault: Vault;
  /** Whether a password without a binding may be used as its row says. Default: never. */
  acceptsUnbound?: () => boolean;
  /** Default: of a vault without a name. */
  journal?: SecretJournal;
}

export function createProxyPasswords({
  db,
  rows,
  vault,
  acceptsUnbound = () => false,
  journal = createSecretJournal({ db, vault, vaultId: '' }),
}: PasswordParts): ProxyPasswords {
  const forget = async (connectionId: string): Promise<void> => {
    const known = rows.proxySecret(connectionId);
    if (!known) return;
    await vault.forget(known.id);
    rows.setProxySecret(connectionId, null);
  };
  const stage = async (connection: Connection, password: string): Promise<Staged> => {
    const { id: owner, proxy } = connection;
    const boundTo = proxy.address === '' ? null : proxyOrigin(proxy.address);
    if (boundTo === null) throw new AppError(noProxy);
    const before = rows.proxySecret(owner);
    const id = randomUUID();
    await journal.put(
      id,
      writeEntry(password, { kind: 'proxy-password', owner, origin: boundTo, way: '', sending: '' }),
    );
    return {
      commit() {
        rows.setProxySecret(owner, { id, boundTo });
        journal.keep(id);
        if (before) journal.retire(before.id);
      },
      undo: () => journal.drop(id).catch(() => {}),
    };
  };
  return {
    forget,
    stage,
    async put(connectionId, password) {
      const connection = rows.find(connectionId);
      if (!connection) throw new AppError(notFound);
      if (password === '') return forget(connectionId);
      const before = rows.proxySecret(connectionId);
      const staged = await stage(connection, password);
      try {
        db.transaction(staged.commit);
      } catch (thrown) {
        await staged.undo();
        throw thrown;
      }
      if (before) await journal.drop(before.id).catch(() => {});
    },
    async reveal(connectionId, address) {
      const known = rows.proxySecret(connectionId);
      const { proxy } = rows.find(connectionId) ?? {};
      if (!known || !proxy?.hasPassword) return null;
      const wanted = proxyOrigin(address ?? proxy.address);
      const text = await vault.take(known.id);
      const entry = text === null ? null : readEntry(text);
      if (!entry) return null;
      if (!entry.binding) return acceptsUnbound() && known.boundTo === wanted ? entry.secret : null;
      const isOwn = isOf(entry.binding, 'proxy-password', connectionId);
      return isOwn && entry.binding.origin === wanted ? entry.secret : null;
    },
  };
}

const notFound = failure('not-found-here', 'This connection was deleted in another window.', {
  effect: 'not-saved',
  hint: 'Save the connection again, then enter the password.',
});
const noProxy = failure('bad-input', "This connection doesn't have its own proxy.", {
  hint: 'The password was not saved. Save the proxy URL first.',
});
