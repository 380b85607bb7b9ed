import { randomUUID } from 'node:crypto';
import type { Connection } from '#shared/contract/connections.ts';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import { normaliseBase } from '#shared/routes/address.ts';
import { AppError, failure } from '#shared/routes/failure.ts';
import { headerProblem } from '../exchange/request/header-rules.ts';
import type { Keys } from '../keys/keys.ts';
import type { Listings } from '../models/listings.ts';
import type { Database } from '../store/database.ts';
import type { ConnectionRows } from './connection-rows.ts';

interface ConnectionParts {
  db: Database;
  rows: ConnectionRows;
  keys: Pick<Keys, 'forgetOf'>;
  listings: Pick<Listings, 'forgetOf'>;
  announce: (change: Change) => void;
}

/**
 * The gateways a person works with. An address that leads to another origin takes its keys out of use, since each is
 * bound to the origin it was entered for, and forgets the models that were listed there.
 */
export function createConnections(parts: ConnectionParts): Core['connections'] {
  const { db, rows, keys, listings, announce } = parts;
  return {
    list: () => rows.list(),
    save(draft) {
      const before = draft.id === undefined ? null : rows.find(draft.id);
      if (draft.id !== undefined && !before) throw new AppError(removedElsewhere);
      // The demo moves to a free port at every start: its address is not the person's to say.
      const address = before?.isDemo ? before : readAddress(draft.baseAddress, draft.acceptedInsecure);
      const connection: Connection = {
        id: before?.id ?? randomUUID(),
        name: draft.name.trim() || new URL(address.origin).host,
        baseAddress: address.baseAddress,
        origin: address.origin,
        nativeKeyStyle: draft.nativeKeyStyle,
        headers: checkHeaders(draft.headers),
        colour: draft.colour,
        exposedRoutes: [...new Set(draft.exposedRoutes)],
        acceptedInsecure: address.acceptedInsecure,
        isDemo: before?.isDemo ?? false,
        createdAt: before?.createdAt ?? Date.now(),
      };
      const hasMoved = before !== null && before.origin !== connection.origin;
      db.transaction(() => {
        rows.write(connection);
        if (hasMoved) listings.forgetOf(connection.id);
      });
      announce({ area: 'connections', id: connection.id });
      if (hasMoved) for (const area of ['keys', 'models'] as const) announce({ area });
      return connection;
    },
    async remove({ id }) {
      await keys.forgetOf(id);
      rows.remove(id);
      db.wipeDeleted();
      for (const area of ['connections', 'models'] as const) announce({ area, id });
    },
  };
}

type Address = Pick<Connection, 'baseAddress' | 'origin' | 'acceptedInsecure'>;

/** @throws AppError `invalid-address` or `insecure-address`. */
function readAddress(text: string, isAccepted: boolean): Address {
  const { base, origin, problems } = normaliseBase(text);
  const wrong = problems.find(({ severity }) => severity === 'error');
  if (wrong)
    throw new AppError(
      failure('invalid-address', wrong.message, { hint: 'Mend the address and save again. Nothing was changed.' }),
    );
  const insecure = problems.find(({ code }) => code === 'insecure');
  if (insecure && !isAccepted)
    throw new AppError(
      failure('insecure-address', insecure.message, {
        hint: 'Use https, or accept plain http for this gateway. Nothing was changed.',
      }),
    );
  // Only what was needed is kept: another plain address later asks again.
  return { baseAddress: base, origin, acceptedInsecure: insecure !== undefined };
}

/**
 * The person's own headers without blank lines.
 *
 * @throws AppError naming a header that can not be sent.
 */
function checkHeaders(headers: readonly (readonly [name: string, value: string])[]): [string, string][] {
  const written = headers
    .map(([name, value]): [string, string] => [name.trim(), value.trim()])
    .filter(([name, value]) => name !== '' || value !== '');
  for (const [name, value] of written) {
    const problem = headerProblem(name, value);
    if (problem) throw new AppError(problem);
  }
  return written;
}

const removedElsewhere = failure('not-found-here', 'This connection is not there any more: it was removed elsewhere.', {
  hint: 'Save it as a new connection.',
});
