import type { SQLOutputValue } from 'node:sqlite';
import type { Connection } from '#shared/contract/connections.ts';
import type { Database } from '../store/database.ts';

/** The stored connections, without any rule about them. */
export interface ConnectionRows {
  /** Oldest first. */
  list(): Connection[];
  find(id: string): Connection | null;
  findDemo(): Connection | null;
  /** Adds it, or replaces the one with its id. */
  write(connection: Connection): void;
  remove(id: string): void;
}

export function createConnectionRows({ sql }: Database): ConnectionRows {
  const every = sql.prepare('SELECT * FROM connections ORDER BY created_at, rowid');
  const one = sql.prepare('SELECT * FROM connections WHERE id = ?');
  const demo = sql.prepare('SELECT * FROM connections WHERE is_demo = 1 ORDER BY created_at LIMIT 1');
  const write = sql.prepare(
    `INSERT INTO connections (id, name, base_address, origin, native_key_style, headers, colour, exposed_routes,
       accepted_insecure, is_demo, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_address = excluded.base_address,
       origin = excluded.origin, native_key_style = excluded.native_key_style, headers = excluded.headers,
       colour = excluded.colour, exposed_routes = excluded.exposed_routes,
       accepted_insecure = excluded.accepted_insecure, is_demo = excluded.is_demo`,
  );
  const remove = sql.prepare('DELETE FROM connections WHERE id = ?');
  const read = (row: Row | undefined) => (row ? toConnection(row) : null);
  return {
    list: () => every.all().map(toConnection),
    find: (id) => read(one.get(id)),
    findDemo: () => read(demo.get()),
    write(connection) {
      write.run(
        connection.id,
        connection.name,
        connection.baseAddress,
        connection.origin,
        connection.nativeKeyStyle,
        JSON.stringify(connection.headers),
        connection.colour,
        JSON.stringify(connection.exposedRoutes),
        Number(connection.acceptedInsecure),
        Number(connection.isDemo),
        connection.createdAt,
      );
    },
    remove: (id) => void remove.run(id),
  };
}

type Row = Record<string, SQLOutputValue>;

const toConnection = (row: Row): Connection => ({
  id: String(row.id),
  name: String(row.name),
  baseAddress: String(row.base_address),
  origin: String(row.origin),
  nativeKeyStyle: row.native_key_style as Connection['nativeKeyStyle'],
  headers: JSON.parse(String(row.headers)),
  colour: row.colour as Connection['colour'],
  exposedRoutes: JSON.parse(String(row.exposed_routes)),
  acceptedInsecure: row.accepted_insecure === 1,
  isDemo: row.is_demo === 1,
  createdAt: Number(row.created_at),
});
