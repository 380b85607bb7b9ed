import { createHash, randomUUID } from 'node:crypto';
import type { Connection } from '#shared/contract/connections.ts';
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
import { isOf, keyOwner, readEntry, type SecretBinding, sendingOf, writeEntry } from './secret-entry.ts';

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
  announce: (change: Change) => void;
  /** What the user confirmed. Default: everything, and no secret of an earlier version is used. */
  trust?: KeyTrust;
}

interface KeyTrust {
  /** Returns whether a secret without a binding may be used as its row says: until those of earlier versions are bound. */
  acceptsUnbound(): boolean;
  isConfirmed(connectionId: string): boolean;
  confirmForKey(connectionId: string): void;
}

const trustAll: KeyTrust = { acceptsUnbound: () => false, isConfirmed: () => true, confirmForKey: () => {} };

/** What the vault said about a secret when it was last read. */
type Held = { is: 'lost' } | { is: 'unbound' } | { is: 'bound'; binding: SecretBinding };

/**
 * Manages the keys of all connections. A secret is entered once, is stored in the vault with what it was entered for,
 * and leaves it only for a request to that origin, whatever the row of the key says. Each secret has its own id there, so that a key whose secret is replaced is
 * bound to either the old pair of secret and origin or the new one, even if the program is killed midway.
 */
export function createKeys({ db, vault, connections, announce, trust = trustAll }: KeyParts): Keys {
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
    if (held.binding.sending !== sendingOf(connection) && !trust.isConfirmed(connection.id))
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
    const binding: SecretBinding = {
      kind: 'key',
      owner: keyOwner(connectionId, row.id),
      origin: boundOrigin(row.origin),
      way: row.origin.slice(boundOrigin(row.origin).length + 1),
      sending: sendingOf(connection),
    };
    const text = writeEntry(secret, binding);
    await vault.put(row.secretId, text);
    seen.set(row.secretId, { is: 'bound', binding: readEntry(text)?.binding ?? binding });
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

  const put = async ({ id, connectionId, alias, secret }: NewSecret) => {
    const { id: keyId } = await bind({ id, connectionId, alias, secret });
    trust.confirmForKey(connectionId);
    return statusOf(rows.find(keyId) as KeyRow);
  };

  return {
    put,
    bind,
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
      const usable = all.filter(({ enabled }) => enabled);
      // When every key is disabled, a plan with one of them says so; without a key the gateway's error would be
      // misleading.
      return usable.find(({ state }) => state === 'ready') ?? usable[0] ?? all[0] ?? null;
    },
    async take(keyId, origin, way = '') {
      const row = rows.find(keyId);
      if (!row?.enabled || !isBoundTo(row.origin, origin, way)) return null;
      const secret = await open(row);
      const held = seen.get(row.secretId);
      if (held?.is === 'bound' && !isBoundTo(markedOrigin(held.binding), origin, way)) return null;
      return troubleOf(row, connections.find(row.connectionId)) ? null : secret;
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

const markedOrigin = ({ origin, way }: SecretBinding): string => (way === '' ? origin : `${origin}#${way}`);

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
