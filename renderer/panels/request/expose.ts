import type { Connection } from '#shared/contract/connections.ts';
import { client } from '../../lib/client/client.ts';

/** What is exposed for a path: its first segment and all below it, so that polls and results of one service go along. */
export const exposedPrefix = (path: string): string => `/${path.split('/')[1] ?? ''}`;

/** Notes at a connection that it has a path and what lies below its first segment. Rejects with an `AppError`. */
export async function exposePath(connection: Connection, path: string): Promise<void> {
  const { id, name, baseAddress, nativeKeyStyle, headers, colour, acceptedInsecure, extraCa, deadlines, retries } =
    connection;
  const { mode, address, bypass, user } = connection.proxy;
  await client.connections.save({
    ...{ id, name, baseAddress, nativeKeyStyle, headers, colour, acceptedInsecure, extraCa, deadlines, retries },
    proxy: { mode, address, bypass, user },
    exposedRoutes: [...connection.exposedRoutes, exposedPrefix(path)],
  });
}
