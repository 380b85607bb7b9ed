import type { Connection } from '#shared/contract/connections.ts';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Vault } from '../host-services.ts';
import { plainName } from '../plain-name.ts';
import type { ConnectionPort, KeyPort } from '../ports.ts';
import type { Database } from '../store/database.ts';
import { storageFault } from '../store/storage-failure.ts';
import { boundOrigin, isBoundTo, wayOf } from './binding.ts';
import { createKeyRows, type KeyRow } from './key-rows.ts';
import { type KeyTrust, trustAll } from './key-trust.ts';
import { freeAlias, type ImportedSecret, type KeyInput, type NewSecret, newKey, type Staged } from './new-key.ts';
import { isOf, keyOwner, readEntry, type SecretBinding, sendingOf } from './secret-entry.ts';
import { createSecretJournal, type SecretJournal } from './secret-journal.ts';

export interface Keys extends KeyPort {
  /** Without the balance, which takes requests. */
  readonly area: Omit<Core['keys'], 'balance'>;
  /** Returns which connection a key belongs to. */
  find(keyId: string): { id: string; connectionId: string } | null;
  put(input: NewSecret): Promise<KeyStatus>;
  /**
   * Stores keys of a new connection that were entered elsewhere, each bound to the origin that it was entered for there.
   * They exist once `commit` was called, in the transaction that writes the connection.
   */
  stageAll(connection: Connection, inputs: readonly ImportedSecret[]): Promise<Staged>;
  /**
   * Returns a different text each time the secret of a key is entered, even if it is the same secret; `null` when there
   * is none.
   */
  entryOf(keyId: string): string | null;
  /** Returns the keys of a connection as last seen, without accessing the vault. */
  listOf(connectionId: string): KeyStatus[];
  /**
   * Returns the secret of a key for a file that the user seals; `null` when the vault does not return it. Does not
   * count as a use of the key.
   */
  reveal(keyId: string): Promise<string | null>;
  /** Deletes all keys of a connection, in the vault first. */
  forgetOf(connectionId: string): Promise<void>;
}

/** Once a minute is accurate enough for the time of last use. */
const useStepMs = 60_000;
interface KeyParts {
  db: Database;
  vault: Vault;
  connections: Pick<ConnectionPort, 'find'>;
  /** Name or id of the key that is chosen where a request names none and its connection has it. */
  preferred?: string | undefined;
  announce: (change: Change) => void;
  /** What the user confirmed. Default: everything, and no secret of an earlier version is used. */
  trust?: KeyTrust;
  /** Default: of a vault without a name. */
  journal?: SecretJournal;
}

/** What the vault said about a secret when it was last read. */
type Held = { is: 'lost' } | { is: 'unbound' } | { is: 'bound'; binding: SecretBinding };

/**
 * Manages the keys of all connections. A secret is entered once, is stored in the vault with what it was entered for,
 * and leaves it only for a request to that origin, whatever the row of the key says. Each secret has its own id there, so that a key whose secret is replaced is
 * bound to either the old pair of secret and origin or the new one, even if the program is killed midway.
 */
export function createKeys({
  db,
  vault,
  connections,
  preferred,
  announce,
  trust = trustAll,
  journal = createSecretJournal({ db, vault, vaultId: '' }),
}: KeyParts): Keys {
  const rows = createKeyRows(db);
  /** What the vault returned when it was last read, by the secret's id. A keyring may be unlocked later. */
  const seen = new Map<string, Held>();

  /** Why a key cannot be used on its connection; `null` when it can. Its binding in the vault decides. */
  const troubleOf = (row: KeyRow, connection: Connection | null): Pick<KeyStatus, 'state' | 'reason'> | null => {
    const held = seen.get(row.secretId);
    if (held?.is === 'unbound' && !trust.acceptsUnbound()) return { state: 'enter-again', reason: 'not-bound' };
    if (held?.is === 'bound' && !isOf(held.binding, 'key', keyOwner(row.connectionId, row.id)))
      return { state: 'enter-again', reason: 'not-bound' };
    if (!connection) return { state: 'other-origin' };
    const way = wayOf(connection.origin, connection);
    if (!isBoundTo(row.origin, connection.origin, way)) return { state: 'other-origin' };
    if (held?.is === 'lost') return { state: 'enter-again' };
    if (held?.is !== 'bound') return null;
    if (!isBoundTo(markedOrigin(held.binding), connection.origin, way)) return { state: 'other-origin' };
    if (mayLead(held.binding, connection) && !trust.isConfirmed(connection))
      return { state: 'enter-again', reason: 'changed' };
    return null;
  };

  const statusOf = (row: KeyRow): KeyStatus => {
    const { secretId, ...stored } = row;
    const held = seen.get(secretId);
    const origin = held?.is === 'bound' ? held.binding.origin : boundOrigin(row.origin);
    const trouble = troubleOf(row, connections.find(row.connectionId)) ?? { state: 'ready' as const };
    return { ...stored, origin, protection: vault.protectionOf?.(secretId) ?? vault.protection, ...trouble };
  };

  const open = async (row: KeyRow): Promise<string | null> => {
    const text = await vault.take(row.secretId);
    const entry = text === null ? null : readEntry(text);
    const held: Held =
      entry === null ? { is: 'lost' } : entry.binding ? { is: 'bound', binding: entry.binding } : { is: 'unbound' };
    const before = seen.get(row.secretId);
    seen.set(row.secretId, held);
    // Also when it is back: a keyring was unlocked, and what waited for the key can continue.
    if (before ? before.is !== held.is : held.is === 'lost') announce({ area: 'keys', id: row.id });
    if (held.is === 'unbound' && !trust.acceptsUnbound()) return null;
    if (held.is === 'bound' && !isOf(held.binding, 'key', keyOwner(row.connectionId, row.id))) return null;
    return entry?.secret ?? null;
  };

  const noteUse = (id: string) => {
    const now = Date.now();
    const lastMs = rows.find(id)?.lastUsedAt ?? null;
    if (lastMs !== null && now >= lastMs && now - lastMs < useStepMs) return;
    try {
      rows.noteUse(id, now);
    } catch (thrown) {
      // A disk that cannot be written must not keep requests from being sent.
      if (storageFault(thrown) === null) throw thrown;
    }
    announce({ area: 'keys', id });
  };

  const forget = async (row: KeyRow) => {
    await vault.forget(row.secretId);
    rows.remove(row.id);
    announce({ area: 'keys', id: row.id });
  };

  const findToReplace = (id: string, connectionId: string): KeyRow => {
    const row = rows.find(id);
    if (row?.connectionId !== connectionId) throw new AppError(notThere);
    return row;
  };

  /** Stores a secret in the vault. Its row is written later, in a transaction of the caller. */
  const stage = async (input: KeyInput, connection: Connection, taken: readonly string[]) => {
    const { row, text } = newKey(input, connection, taken);
    await journal.put(row.secretId, text);
    return {
      row,
      commit() {
        rows.write(row);
        journal.keep(row.secretId);
        if (input.replaced) journal.retire(input.replaced.secretId);
        const binding = readEntry(text)?.binding;
        if (binding) seen.set(row.secretId, { is: 'bound', binding });
      },
      undo: () => journal.drop(row.secretId).catch(() => {}),
    };
  };

  const put = async ({ id, connectionId, alias, secret }: NewSecret): Promise<KeyStatus> => {
    const connection = connections.find(connectionId);
    if (!connection) throw new AppError(noConnection);
    const replaced = id === undefined ? null : findToReplace(id, connectionId);
    const others = rows.list(connectionId).filter((other) => other.id !== replaced?.id);
    const taken = others.map((other) => other.alias);
    const staged = await stage({ alias, secret, replaced }, connection, taken);
    try {
      db.transaction(staged.commit);
    } catch (thrown) {
      await staged.undo();
      throw thrown;
    }
    // The new secret is already in use: an old one that remains in the vault can no longer be sent.
    if (replaced) await journal.drop(replaced.secretId).catch(() => {});
    trust.confirmForKey(connectionId);
    announce({ area: 'keys', id: staged.row.id });
    return statusOf(staged.row);
  };

  return {
    put,
    async stageAll(connection, inputs) {
      const staged: Staged[] = [];
      const undo = async () => {
        for (const one of staged) await one.undo();
      };
      const taken: string[] = [];
      try {
        for (const input of inputs) {
          const one = await stage(input, connection, taken);
          staged.push(one);
          taken.push(one.row.alias);
        }
      } catch (thrown) {
        await undo();
        throw thrown;
      }
      return {
        commit() {
          for (const one of staged) one.commit();
        },
        undo,
      };
    },
    area: {
      async status({ connectionId }) {
        const found = rows.list(connectionId);
        await Promise.all(
          found
            .filter(({ secretId }) => (seen.get(secretId)?.is ?? 'lost') === 'lost')
            .map((row) => open(row).catch(() => null)),
        );
        return found.map(statusOf);
      },
      put,
      rename({ id, alias }) {
        const row = rows.find(id);
        if (!row) throw new AppError(notThere);
        const others = rows.list(row.connectionId).filter((other) => other.id !== id);
        const taken = others.map((other) => other.alias);
        rows.rename(id, freeAlias(plainName(alias) || 'Key', taken));
        announce({ area: 'keys', id });
      },
      enable({ id, enabled }) {
        if (!rows.enable(id, enabled)) throw new AppError(notThere);
        announce({ area: 'keys', id });
      },
      async forget({ id }) {
        const row = rows.find(id);
        if (!row) return;
        await forget(row);
        await db.wipeDeleted();
      },
    },
    async forgetOf(connectionId) {
      for (const row of rows.list(connectionId)) await forget(row);
    },
    choose(connectionId, keyId) {
      const all = rows.list(connectionId).map(statusOf);
      if (keyId !== undefined) return all.find(({ id }) => id === keyId) ?? null;
      const named = all.find(({ id, alias }) => id === preferred || alias.toLowerCase() === preferred?.toLowerCase());
      if (named) return named;
      const usable = all.filter(({ enabled }) => enabled);
      // When every key is disabled, a plan with one of them says so; without a key the gateway's error would be
      // misleading.
      return usable.find(({ state }) => state === 'ready') ?? usable[0] ?? all[0] ?? null;
    },
    async take(keyId, origin, way = '', planned) {
      const row = rows.find(keyId);
      if (!row?.enabled || !isBoundTo(row.origin, origin, way)) return null;
      const connection = planned ?? connections.find(row.connectionId);
      const secret = await open(row);
      const held = seen.get(row.secretId);
      if (held?.is === 'bound' && !isBoundTo(markedOrigin(held.binding), origin, way)) return null;
      return troubleOf(row, connection) ? null : secret;
    },
    noteUse,
    find: (keyId) => rows.find(keyId),
    entryOf: (keyId) => rows.find(keyId)?.secretId ?? null,
    listOf: (connectionId) => rows.list(connectionId).map(statusOf),
    reveal: async (keyId) => {
      const row = rows.find(keyId);
      return row ? open(row) : null;
    },
  };
}

/**
 * Returns whether a connection may lead a key elsewhere than where it was entered for, unless the user saved it as it
 * is: it sends the key in another way, its headers may name where the gateway forwards it, or its certificate authority
 * may vouch for another server.
 */
const mayLead = ({ sending }: SecretBinding, connection: Connection): boolean =>
  sending !== sendingOf(connection) || connection.headers.length > 0 || connection.extraCa.pem !== '';

const markedOrigin = ({ origin, way }: SecretBinding): string => (way === '' ? origin : `${origin}#${way}`);

const notThere = failure('not-found-here', 'This key was deleted in another window.', {
  hint: 'Enter it as a new key.',
});
const noConnection = failure('not-found-here', 'The connection of this key was deleted.', {
  effect: 'not-saved',
  hint: 'Save the connection again, then enter the key.',
});
