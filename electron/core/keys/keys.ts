import { createHash, randomUUID } from 'node:crypto';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Vault } from '../host-services.ts';
import { keyProblem } from '../http/header-rules.ts';
import { plainName } from '../plain-name.ts';
import type { ConnectionPort, KeyPort } from '../ports.ts';
import type { Database } from '../store/database.ts';
import { storageFault } from '../store/storage-failure.ts';
import { bindingOf, boundOrigin, isBoundTo, wayOf } from './binding.ts';
import { createKeyRows, type KeyRow } from './key-rows.ts';

export interface Keys extends KeyPort {
  /** Without the balance, which takes requests. */
  readonly area: Omit<Core['keys'], 'balance'>;
  /** Returns which connection a key belongs to. */
  find(keyId: string): { id: string; connectionId: string } | null;
  put(input: NewSecret): Promise<KeyStatus>;
  /** Imports a key that was entered elsewhere, bound to the origin that it was entered for there. */
  bind(input: NewSecret & { origin: string; enabled: boolean }): Promise<KeyStatus>;
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

/** With `id` it replaces the secret of that key. */
interface NewSecret {
  id?: string | undefined;
  connectionId: string;
  /** Empty: keeps its current alias, or gets a numbered one. */
  alias: string;
  secret: string;
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
}

/**
 * Manages the keys of all connections. A secret is entered once, is stored in the vault, and leaves it only for a
 * request to the origin it was entered for. Each secret has its own id there, so that a key whose secret is replaced is
 * bound to either the old pair of secret and origin or the new one, even if the program is killed midway.
 */
export function createKeys({ db, vault, connections, preferred, announce }: KeyParts): Keys {
  const rows = createKeyRows(db);
  /** Whether the vault returned a secret when it was last read, by the secret's id. A keyring may be unlocked later. */
  const isHeld = new Map<string, boolean>();

  const statusOf = (row: KeyRow): KeyStatus => {
    const { secretId, ...stored } = row;
    const shown = { ...stored, origin: boundOrigin(row.origin) };
    const connection = connections.find(row.connectionId);
    const isElsewhere =
      connection === null || !isBoundTo(row.origin, connection.origin, wayOf(connection.origin, connection));
    const state = isElsewhere ? 'other-origin' : isHeld.get(secretId) === false ? 'enter-again' : 'ready';
    return { ...shown, protection: vault.protectionOf?.(secretId) ?? vault.protection, state };
  };

  const open = async (row: KeyRow): Promise<string | null> => {
    const secret = await vault.take(row.secretId);
    const wasHeld = isHeld.get(row.secretId) ?? true;
    isHeld.set(row.secretId, secret !== null);
    // Also when it is back: a keyring was unlocked, and what waited for the key can continue.
    if (wasHeld !== (secret !== null)) announce({ area: 'keys', id: row.id });
    return secret;
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

  const bind = async (input: NewSecret & { origin?: string; enabled?: boolean }): Promise<KeyStatus> => {
    const { id, connectionId, alias, secret: typed } = input;
    const connection = connections.find(connectionId);
    if (!connection) throw new AppError(noConnection);
    const replaced = id === undefined ? null : findToReplace(id, connectionId);
    const secret = cleanSecret(typed);
    const others = rows.list(connectionId).filter((other) => other.id !== replaced?.id);
    const row: KeyRow = {
      id: replaced?.id ?? randomUUID(),
      connectionId,
      secretId: randomUUID(),
      alias: freeAlias(
        plainName(alias) || replaced?.alias || `Key ${others.length + 1}`,
        others.map((other) => other.alias),
      ),
      fingerprint: fingerprintOf(secret),
      origin: bindingOf(input.origin ?? connection.origin, connection),
      enabled: input.enabled ?? replaced?.enabled ?? true,
      createdAt: replaced?.createdAt ?? Date.now(),
      lastUsedAt: replaced?.lastUsedAt ?? null,
    };
    await vault.put(row.secretId, secret);
    isHeld.set(row.secretId, true);
    try {
      rows.write(row);
    } catch (thrown) {
      await vault.forget(row.secretId).catch(() => {});
      throw thrown;
    }
    // The new secret is already in use: an old one that remains in the vault can no longer be sent.
    if (replaced) await vault.forget(replaced.secretId).catch(() => {});
    announce({ area: 'keys', id: row.id });
    return statusOf(row);
  };

  const put = ({ id, connectionId, alias, secret }: NewSecret) => bind({ id, connectionId, alias, secret });

  return {
    put,
    bind,
    area: {
      async status({ connectionId }) {
        const found = rows.list(connectionId);
        await Promise.all(
          found.filter(({ secretId }) => !isHeld.get(secretId)).map((row) => open(row).catch(() => null)),
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
    async take(keyId, origin, way = '') {
      const row = rows.find(keyId);
      if (!row?.enabled || !isBoundTo(row.origin, origin, way)) return null;
      return open(row);
    },
    noteUse,
    find: (keyId) => rows.find(keyId),
    entryOf: (keyId) => rows.find(keyId)?.secretId ?? null,
    listOf: (connectionId) => rows.list(connectionId).map(statusOf),
    async reveal(keyId) {
      const row = rows.find(keyId);
      return row ? open(row) : null;
    },
  };
}

/** Reports, checks and the terminal identify a key by its alias: no two keys of one connection share it. */
function freeAlias(wanted: string, taken: readonly string[]): string {
  let free = wanted;
  for (let count = 2; taken.includes(free); count += 1) free = `${wanted} ${count}`;
  return free;
}

const notThere = failure('not-found-here', 'This key was deleted in another window.', {
  hint: 'Enter it as a new key.',
});
const noConnection = failure('not-found-here', 'The connection of this key was deleted.', {
  effect: 'not-saved',
  hint: 'Save the connection again, then enter the key.',
});

/** Leading and trailing whitespace, including zero-width characters, which get copied along with a key from a page. */
const blankEnds = /^[\s\u200b-\u200d\u2060\ufeff]+|(?<![\s\u200b-\u200d\u2060\ufeff])[\s\u200b-\u200d\u2060\ufeff]+$/gu;

/**
 * Returns the secret as it will be sent: without surrounding whitespace.
 *
 * @throws AppError `invalid-key` when it does not fit into a header; the message never shows any of it.
 */
export function cleanSecret(text: string): string {
  const secret = text.replace(blankEnds, '');
  const problem = keyProblem(secret);
  if (problem) throw new AppError({ ...problem, effect: 'not-saved' });
  return secret;
}

/** Returns the first 6 hex digits of the SHA-256 of the secret. */
const fingerprintOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 6);
