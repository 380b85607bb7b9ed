import type { Connection } from '#shared/contract/connections.ts';
import type { Draft, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Deadlines } from '#shared/protocol/route.ts';

const names = ['connectMs', 'headersMs', 'idleMs', 'totalMs'] as const;

/** The time limits of a request with who set each: what the request names wins over the connection, and that over the route. */
export const deadlinesInForce = (
  deadlines: Deadlines,
  connection: Pick<Connection, 'deadlines'> | null,
  { options }: Pick<Draft, 'options'>,
): ExchangeDetail['deadlines'] =>
  names.map((name) => ({
    name,
    ms: deadlines[name],
    from:
      options.deadlines[name] !== undefined
        ? 'request'
        : connection?.deadlines[name] !== undefined
          ? 'connection'
          : 'route',
  }));
