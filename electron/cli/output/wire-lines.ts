import type { ExchangeDetail } from '#shared/contract/exchanges.ts';

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
