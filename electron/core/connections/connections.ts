import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Keys } from '../keys/keys.ts';
import type { Listings } from '../models/listings.ts';
import type { Database } from '../store/database.ts';
import { readCertificates } from './certificates.ts';
import { connectionOf } from './connection-of.ts';
import type { ConnectionRows } from './connection-rows.ts';
import type { Lights } from './lights.ts';
import type { ProxyPasswords } from './proxy-passwords.ts';
import { createTransfer, type TransferParts } from './transfer/transfer.ts';

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
 * The gateways a person works with. An address that leads to another origin takes its keys out of use, since each is
 * bound to the origin it was entered for, and forgets the models that were listed there.
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

const removedElsewhere = failure('not-found-here', 'This connection is not there any more: it was removed elsewhere.', {
  hint: 'Save it as a new connection.',
});
