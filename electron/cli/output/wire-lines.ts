import type { ExchangeDetail, ExchangeSummary } from '#shared/contract/exchanges.ts';
import { formatMoney } from '#shared/cost/money.ts';
import { formatDuration } from '#shared/format.ts';

type Head = Pick<ExchangeDetail, 'method' | 'address' | 'proxy' | 'request'>;

/** Returns the head of a request as it was sent, one line of HTTP each; secrets are redacted. */
export const requestHead = ({ method, address, proxy, request }: Head): string[] => [
  `${method} ${targetOf(address, proxy)} HTTP/1.1`,
  ...request.headers.map(([name, value]) => `${name}: ${value}`),
];

/** Returns the head of a response as it was received. */
export const responseHead = ({
  status,
  statusText,
  httpVersion,
  headers,
}: NonNullable<ExchangeDetail['response']>): string[] => [
  `HTTP/${httpVersion} ${status} ${statusText}`.trimEnd(),
  ...headers.map(([name, value]) => `${name}: ${value}`),
];

/** A proxy for plain HTTP receives the whole URL. */
function targetOf(address: string, proxy: string | null): string {
  const origin = /^(?:http|ws)(s?):\/\/[^/?#]*/.exec(address);
  if (!origin || (proxy !== null && origin[1] === '')) return address;
  const path = address.slice(origin[0].length);
  return path.startsWith('/') ? path : `/${path}`;
}

export const exchangeHead = ['ID', 'started', 'status', 'time', 'route', 'cost', 'model', 'connection', 'address'];

/** Returns the cells of a list, as in `exchangeHead`; `-` as the cost of a request without one. */
export function exchangeRow(exchange: ExchangeSummary): string[] {
  const { id, startedAt, status, state, failureCode, routeId, durationMs, model, connectionName, address, cost } =
    exchange;
  const at = new Date(startedAt - new Date(startedAt).getTimezoneOffset() * 60_000).toISOString();
  const outcome = status === null ? (failureCode ?? state) : String(status);
  const took = durationMs === null ? state : formatDuration(durationMs);
  const started = at.slice(0, 19).replace('T', ' ');
  const price = cost ? formatMoney(cost, 'en') : '-';
  return [id.slice(0, 8), started, outcome, took, routeId, price, model ?? '-', connectionName, address];
}

const marks = [
  ['dnsMs', 'DNS lookup'],
  ['connectMs', 'connected'],
  ['tlsMs', 'TLS established'],
  ['sentMs', 'request sent'],
  ['headersMs', 'response headers'],
  ['firstByteMs', 'first byte'],
  ['firstTokenMs', 'first token'],
  ['endMs', 'end'],
] as const;

/** Returns when each step of a request happened, in time after its start. */
export function timelineLines({ timeline }: Pick<ExchangeDetail, 'timeline'>): string[] {
  const passed = marks.flatMap(([name, label]) => {
    const ms = timeline[name];
    return ms === null ? [] : [`  ${label.padEnd(18)}${formatDuration(ms).padStart(8)}`];
  });
  return passed.length === 0 ? [] : ['Timeline', ...passed];
}
