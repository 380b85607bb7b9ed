import type { Connection } from '#shared/contract/connections.ts';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';

/** Who put a header into a request: the key, the connection or the request itself; `null` for Patchbay and the transport. */
export type HeaderOrigin = 'key' | 'connection' | 'request' | null;

const keyHeaders = new Set(['authorization', 'x-vendor-api-key', 'x-goog-api-key']);

/** What stands in a record where a secret stood. */
export const mask = '[redacted key]';

/**
 * Where each header of a request came from, as far as it can be told now. The connection is the present one: a header that
 * was taken off it since counts as unknown.
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
