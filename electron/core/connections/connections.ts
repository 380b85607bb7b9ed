import type { Connection } from '#shared/contract/connections.ts';
import type { GatewayOverrides } from '#shared/contract/gateway-overrides.ts';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { HostServices } from '../host-services.ts';
import { headerSecrets } from '../http/header-rules.ts';
import { createKeys, type Keys } from '../keys/keys.ts';
import { createSecretJournal } from '../keys/secret-journal.ts';
import { createTemporaryVault, noteSecrets } from '../keys/seen-secrets.ts';
import { openVaultSeal } from '../keys/vault-seal.ts';
import { createListings, type Listings } from '../models/listings.ts';
import { createNativeKeyStyles } from '../models/native-key-styles.ts';
import type { Database } from '../store/database.ts';
import { bindEarlierSecrets } from './bind-earlier.ts';
import { readCertificates } from './certificates.ts';
import { createConfirmations } from './confirmations.ts';
import { connectionOf } from './connection-of.ts';
import { type ConnectionRows, createConnectionRows, withRowOverrides } from './connection-rows.ts';
import { createLights, type Lights } from './lights.ts';
import { createProxyPasswords, type ProxyPasswords } from './proxy-passwords.ts';
import { createTransfer, type TransferParts } from './transfer/transfer.ts';

interface RoomParts extends Pick<TransferParts, 'files' | 'announce'> {
  db: Database;
  hostServices: TransferParts['hostServices'] & Pick<HostServices, 'vault' | 'lifetime'>;
  overrides: GatewayOverrides | undefined;
  keyName: string | undefined;
}

/**
 * Opens the connections and what belongs to them: keys, proxy passwords, status lights, and what their listings
 * revealed.
 */
export async function openConnections({ db, files, hostServices, announce, overrides, keyName }: RoomParts) {
  const stored = createConnectionRows(db);
  const { vault, all: secrets } = noteSecrets(
    db.saving ? hostServices.vault : createTemporaryVault(hostServices.vault),
  );
  const seal = await openVaultSeal(vault, hostServices.dataFolder);
  const journal = createSecretJournal({ db, vault, vaultId: seal.id });
  if (db.saving) await journal.sweep();
  const confirmations = createConfirmations({ db, rows: stored, seal });
  if (seal.isLasting || hostServices.lifetime === 'app')
    await bindEarlierSecrets({ db, rows: stored, vault, seal, confirmations });
  const shown = overrides ? withRowOverrides(stored, overrides) : stored;
  /** What a terminal command changes for its own run needs no confirmation. */
  const isConfirmed = (connection: Connection): boolean => {
    const saved = overrides ? stored.find(connection.id) : connection;
    return saved !== null && confirmations.isConfirmed(saved);
  };
  /** A consent to plain http that the user did not give here is none, also for a form that saves what it shows. */
  const checked = (connection: Connection): Connection => {
    const { id, acceptedInsecure, headers } = connection;
    const needsTrust = acceptedInsecure || headerSecrets(headers).length > 0;
    if (!needsTrust || isConfirmed(connection)) return connection;
    return { ...connection, acceptedInsecure: false, unconfirmed: { confirmedFor: confirmations.confirmedOrigin(id) } };
  };
  const rows: ConnectionRows = {
    ...shown,
    list: () => shown.list().map(checked),
    find(id) {
      const found = shown.find(id);
      return found && checked(found);
    },
    write: (connection) =>
      db.transaction(() => {
        shown.write(connection);
        confirmations.confirm(connection.id);
      }),
  };
  const { acceptsUnbound } = seal;
  const keys = createKeys({
    db,
    vault,
    connections: rows,
    preferred: keyName,
    announce,
    trust: { ...confirmations, isConfirmed, acceptsUnbound },
    journal,
  });
  const passwords = createProxyPasswords({ db, rows, vault, acceptsUnbound, journal });
  const lights = createLights({ db, announce });
  const listings = createListings(db);
  return {
    area: createConnections({ db, rows, keys, listings, passwords, lights, files, hostServices, announce }),
    connections: rows,
    keys,
    listings,
    nativeKeys: createNativeKeyStyles(db, seal),
    seal,
    /** What sending a request needs to know about a connection. */
    port: { find: rows.find, proxyPassword: passwords.reveal },
    /** Called when an exchange began, when its response began, and when it ended. */
    noteStage: lights.note,
    /** Every secret entered or used in this run, and those in headers of connections. */
    secrets: () => [...secrets(), ...stored.list().flatMap(({ headers }) => headerSecrets(headers))],
  };
}

interface ConnectionParts extends TransferParts {
  db: Database;
  rows: ConnectionRows;
  keys: TransferParts['keys'] & Pick<Keys, 'forgetOf'>;
  passwords: ProxyPasswords;
  listings: Pick<Listings, 'forgetOf'>;
  lights: Pick<Lights, 'list'>;
  announce: (change: Change) => void;
}

/**
 * Manages the user's gateways. Changing an address to another origin disables its keys, since each is bound to the
 * origin it was entered for, and deletes the models that were listed there.
 */
export function createConnections(parts: ConnectionParts): Core['connections'] {
  const { db, rows, keys, passwords, listings, lights, announce } = parts;
  const find = (id: string) => {
    const found = rows.find(id);
    if (!found) throw new AppError(removedElsewhere);
    return found;
  };
  return {
    list: () => rows.list(),
    save(draft) {
      const before = draft.id === undefined ? null : find(draft.id);
      const connection = connectionOf(draft, before);
      const hasMoved = before !== null && before.origin !== connection.origin;
      db.transaction(() => {
        rows.write(connection);
        if (hasMoved) listings.forgetOf(connection.id);
      });
      announce({ area: 'connections', id: connection.id });
      if (hasMoved) for (const area of ['keys', 'models'] as const) announce({ area });
      return find(connection.id);
    },
    async remove({ id }) {
      await keys.forgetOf(id);
      await passwords.forget(id);
      rows.remove(id);
      for (const area of ['connections', 'models'] as const) announce({ area, id });
      await db.wipeDeleted();
    },
    lights: () => lights.list(rows.list().map(({ id }) => id)),
    async putProxyPassword({ id, password }) {
      await passwords.put(id, password);
      announce({ area: 'connections', id });
    },
    readCertificates: ({ pem }) => readCertificates(pem),
    ...createTransfer(parts),
  };
}

const removedElsewhere = failure('not-found-here', 'This connection was deleted in another window.', {
  hint: 'Save it as a new connection.',
});
