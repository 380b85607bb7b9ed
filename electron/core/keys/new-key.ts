import { createHash, randomUUID } from 'node:crypto';
import type { Connection } from '#shared/contract/connections.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { pastedEnds } from '#shared/unseen.ts';
import { keyProblem } from '../http/header-rules.ts';
import { plainName } from '../plain-name.ts';
import { bindingOf, boundOrigin } from './binding.ts';
import type { KeyRow } from './key-rows.ts';
import { keyOwner, sendingOf, writeEntry } from './secret-entry.ts';

/** A secret as it was entered, or read from a file. */
export interface KeyInput {
  /** Empty: keeps the alias of the replaced key, or gets a numbered one. */
  alias: string;
  secret: string;
  /** The origin it was entered for. Default: of the connection. */
  origin?: string;
  enabled?: boolean;
  replaced?: KeyRow | null;
}

/**
 * Returns the row of a new key, and the text under which the vault stores its secret.
 *
 * @param taken aliases of the other keys of the connection.
 * @throws AppError `invalid-key`.
 */
export function newKey(
  { alias, secret: typed, origin, enabled, replaced = null }: KeyInput,
  connection: Connection,
  taken: readonly string[],
): { row: KeyRow; text: string } {
  const secret = cleanSecret(typed);
  const row: KeyRow = {
    id: replaced?.id ?? randomUUID(),
    connectionId: connection.id,
    secretId: randomUUID(),
    alias: freeAlias(plainName(alias) || replaced?.alias || `Key ${taken.length + 1}`, taken),
    fingerprint: fingerprintOf(secret),
    origin: bindingOf(origin ?? connection.origin, connection),
    enabled: enabled ?? replaced?.enabled ?? true,
    createdAt: replaced?.createdAt ?? Date.now(),
    lastUsedAt: replaced?.lastUsedAt ?? null,
  };
  const bound = boundOrigin(row.origin);
  const text = writeEntry(secret, {
    kind: 'key',
    owner: keyOwner(connection.id, row.id),
    origin: bound,
    way: row.origin.slice(bound.length + 1),
    sending: sendingOf(connection),
  });
  return { row, text };
}

/** Reports, checks and the terminal identify a key by its alias: no two keys of one connection share it. */
export function freeAlias(wanted: string, taken: readonly string[]): string {
  let free = wanted;
  for (let count = 2; taken.includes(free); count += 1) free = `${wanted} ${count}`;
  return free;
}

/**
 * Returns the secret as it will be sent: without surrounding whitespace.
 *
 * @throws AppError `invalid-key` when it does not fit into a header; the message never shows any of it.
 */
export function cleanSecret(text: string): string {
  const secret = text.replace(pastedEnds, '');
  const problem = keyProblem(secret);
  if (problem) throw new AppError({ ...problem, effect: 'not-saved' });
  return secret;
}

/** Returns the first 6 hex digits of the SHA-256 of the secret. */
const fingerprintOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 6);

/** With `id` it replaces the secret of that key. An empty alias keeps the current one, or gets a number. */
export interface NewSecret {
  id?: string | undefined;
  connectionId: string;
  alias: string;
  secret: string;
}

/** A key of a file. */
export interface ImportedSecret {
  alias: string;
  secret: string;
  origin: string;
  enabled: boolean;
}

/** Secrets that are in the vault, before rows name them. `commit` is called in a transaction. */
export interface Staged {
  commit(): void;
  /** Deletes them again. Does not reject. */
  undo(): Promise<void>;
}
