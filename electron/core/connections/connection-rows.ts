import type { SQLOutputValue } from 'node:sqlite';
import type { Connection } from '#shared/contract/connections.ts';
import { gatewayDetails } from '#shared/contract/gateway-details.ts';
import { type GatewayOverrides, withOverrides } from '#shared/contract/gateway-overrides.ts';
import { gatewayDetailsOf } from '#shared/protocol/gateway-details.ts';
import { proxyOrigin } from '../http/proxy/http-proxy.ts';
import type { Database } from '../store/database.ts';
import { checkGatewayDetails } from './gateway-details.ts';

/** Reference to the password of a connection's own proxy. */
export interface ProxySecret {
  /** The id under which the vault stores it. */
  id: string;
  /** The only proxy it is ever sent to, as `http://host:port`. */
  boundTo: string;
}

/** The stored connections, without any validation. */
export interface ConnectionRows {
  /** Oldest first. */
  list(): Connection[];
  find(id: string): Connection | null;
  findDemo(): Connection | null;
  /** Adds it, or replaces the one with its id. The proxy's password is not part of it. */
  write(connection: Connection): void;
  remove(id: string): void;
  /** Returns the stored password reference, even if it belongs to a previous proxy; `null` for none. */
  proxySecret(id: string): ProxySecret | null;
  setProxySecret(id: string, secret: ProxySecret | null): void;
}

export function createConnectionRows({ sql }: Database): ConnectionRows {
  const every = sql.prepare('SELECT * FROM connections ORDER BY created_at, rowid');
  const one = sql.prepare('SELECT * FROM connections WHERE id = ?');
  const demo = sql.prepare('SELECT * FROM connections WHERE is_demo = 1 ORDER BY created_at LIMIT 1');
  const write = sql.prepare(
    `INSERT INTO connections (id, name, base_address, origin, native_key_style, headers, colour, exposed_routes,
       accepted_insecure, is_demo, created_at, proxy, extra_ca, deadlines, retries, details, way_since)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_address = excluded.base_address,
       origin = excluded.origin, native_key_style = excluded.native_key_style, headers = excluded.headers,
       colour = excluded.colour, exposed_routes = excluded.exposed_routes,
       accepted_insecure = excluded.accepted_insecure, is_demo = excluded.is_demo, proxy = excluded.proxy,
       extra_ca = excluded.extra_ca, deadlines = excluded.deadlines, retries = excluded.retries,
       details = excluded.details,
       way_since = CASE WHEN base_address = excluded.base_address AND proxy = excluded.proxy
         AND extra_ca = excluded.extra_ca THEN way_since ELSE excluded.way_since END`,
  );
  const remove = sql.prepare('DELETE FROM connections WHERE id = ?');
  const secretOf = sql.prepare('SELECT proxy_secret_id, proxy_secret_for FROM connections WHERE id = ?');
  const setSecret = sql.prepare('UPDATE connections SET proxy_secret_id = ?, proxy_secret_for = ? WHERE id = ?');
  const read = (row: Row | undefined) => (row ? toConnection(row) : null);
  return {
    list: () => every.all().map(toConnection),
    find: (id) => read(one.get(id)),
    findDemo: () => read(demo.get()),
    write(connection) {
      const { mode, address, bypass, user } = connection.proxy;
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
        JSON.stringify({ mode, address, bypass, user }),
        JSON.stringify(connection.extraCa),
        JSON.stringify(connection.deadlines),
        connection.retries,
        JSON.stringify(gatewayDetailsOf(connection)),
        Date.now(),
      );
    },
    remove: (id) => void remove.run(id),
    proxySecret: (id) => toSecret(secretOf.get(id) ?? {}),
    setProxySecret: (id, secret) => void setSecret.run(secret?.id ?? null, secret?.boundTo ?? null, id),
  };
}

/**
 * Changes all connections while the program runs, without storing it. They are read as changed, and throw what
 * `checkGatewayDetails` does.
 */
export function withRowOverrides(rows: ConnectionRows, overrides: GatewayOverrides): ConnectionRows {
  const changed = (connection: Connection): Connection => {
    const merged = withOverrides(connection, overrides);
    return { ...merged, ...checkGatewayDetails(merged) };
  };
  return {
    ...rows,
    list: () => rows.list().map(changed),
    find(id) {
      const found = rows.find(id);
      return found && changed(found);
    },
  };
}

type Row = Record<string, SQLOutputValue>;

const toSecret = ({ proxy_secret_id: id, proxy_secret_for: boundTo }: Row): ProxySecret | null =>
  id && boundTo ? { id: String(id), boundTo: String(boundTo) } : null;

function toConnection(row: Row): Connection {
  const proxy = JSON.parse(String(row.proxy));
  const boundTo = toSecret(row)?.boundTo;
  return {
    id: String(row.id),
    name: String(row.name),
    baseAddress: String(row.base_address),
    origin: String(row.origin),
    nativeKeyStyle: row.native_key_style as Connection['nativeKeyStyle'],
    headers: JSON.parse(String(row.headers)),
    colour: row.colour as Connection['colour'],
    exposedRoutes: JSON.parse(String(row.exposed_routes)),
    acceptedInsecure: row.accepted_insecure === 1,
    proxy: { ...proxy, hasPassword: boundTo !== undefined && boundTo === proxyOrigin(proxy.address) },
    extraCa: JSON.parse(String(row.extra_ca)),
    deadlines: JSON.parse(String(row.deadlines)),
    retries: Number(row.retries),
    ...gatewayDetails.parse(JSON.parse(String(row.details))),
    isDemo: row.is_demo === 1,
    createdAt: Number(row.created_at),
  };
}
