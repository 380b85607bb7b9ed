import type { Connection } from '#shared/contract/connections.ts';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';

/**
 * The source of a request header: the key, the connection or the request itself; `null` for Patchbay and the transport.
 */
type HeaderOrigin = 'key' | 'connection' | 'request' | null;

const keyHeaders = new Set(['authorization', 'x-vendor-api-key', 'x-goog-api-key']);

/** What a record contains in place of a secret. */
export const mask = '[redacted key]';

/**
 * Returns where each header of a request came from, as far as it is known now. The connection is the present one: a
 * header that was removed from it since counts as unknown.
 */
export function headerOrigin(
  name: string,
  value: string,
  exchange: Pick<ExchangeDetail, 'draft'>,
  connection: Pick<Connection, 'headers'> | undefined,
): HeaderOrigin {
  const lower = name.toLowerCase();
  const holds = (headers: readonly (readonly [string, string])[] | undefined) =>
    headers?.some(([own]) => own.toLowerCase() === lower) ?? false;
  if (holds(exchange.draft?.headers)) return 'request';
  if (holds(connection?.headers)) return 'connection';
  return keyHeaders.has(lower) && value.includes(mask) ? 'key' : null;
}

/** Returns path and query of an address, as a list shows it; the address itself when it cannot be parsed. */
export function addressPath(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.pathname}${url.search}` : address;
}
