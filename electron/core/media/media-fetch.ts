import { lookup } from 'node:dns/promises';
import net from 'node:net';
import type { Connection } from '#shared/contract/connections.ts';
import { isLoopbackHost } from '#shared/protocol/address.ts';
import type { HostServices } from '../host-services.ts';
import type { Destination } from '../http/open-socket.ts';
import { findProxy } from '../http/proxy/find-proxy.ts';
import type { HttpProxy } from '../http/proxy/http-proxy.ts';
import type { OutgoingRequest } from '../http/send.ts';
import type { Clock, ConnectionPort } from '../ports.ts';

/** The context for fetching an image or a video from a URL that a response named. */
export interface MediaFetch {
  connection: Pick<Connection, 'origin' | 'extraCa'> & Partial<Pick<Connection, 'mediaOrigins'>>;
  findProxy(address: string): Promise<HttpProxy | null>;
  clock: Clock;
  signal: AbortSignal;
  /** Of Patchbay. */
  version: string;
}

/** Of the exchange that the media belong to. */
export interface MediaSources {
  hostServices: Pick<HostServices, 'proxyFor' | 'version'>;
  connections: Pick<ConnectionPort, 'proxyPassword'>;
}

/** Creates the context of a connection: with its proxy and its certificates. */
export function openMediaFetch(
  connection: Connection,
  { hostServices, connections }: MediaSources,
  sender: Pick<MediaFetch, 'clock' | 'signal'>,
): MediaFetch {
  const password = () => connections.proxyPassword(connection.id, connection.proxy.address);
  return {
    ...sender,
    connection,
    findProxy: (address) => findProxy(address, connection.proxy, { system: hostServices.proxyFor, password }),
    version: hostServices.version,
  };
}

/** Tells whether the user allows media of this connection from plain HTTP and from private networks. */
export const allowsAnyOrigin = ({ mediaOrigins }: Partial<Pick<Connection, 'mediaOrigins'>>): boolean =>
  mediaOrigins === 'any';

/** Why it cannot be fetched, as the end of a sentence. */
export class NotFetched extends Error {}

/**
 * Returns where media may be fetched. A gateway could name any address, also one that only this computer can reach: so
 * only the gateway's own origin is allowed, or a public address over https, unless the connection allows any. A gateway
 * on this computer may name this computer.
 *
 * @param hasLeft an earlier redirect led away from the gateway: then none may lead back.
 * @throws NotFetched
 */
export async function mediaDestination(url: URL, mediaFetch: MediaFetch, hasLeft: boolean): Promise<Destination> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new NotFetched(`it isn't a web address (${url.protocol})`);
  if (url.username !== '' || url.password !== '') throw new NotFetched('its URL contains a login');
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const to = {
    host,
    port: Number(url.port || (secure ? 443 : 80)),
    secure,
    proxy: await mediaFetch.findProxy(url.href),
    extraCa: mediaFetch.connection.extraCa.pem === '' ? [] : [mediaFetch.connection.extraCa.pem],
  };
  const gateway = new URL(mediaFetch.connection.origin);
  const isOwn = url.origin === gateway.origin || (isLoopbackHost(gateway.hostname) && isLoopbackHost(url.hostname));
  if ((isOwn && !hasLeft) || allowsAnyOrigin(mediaFetch.connection)) return to;
  if (!secure) throw new NotFetched(`${url.host} serves it over plain HTTP, which only the gateway itself may do`);
  return { ...to, ...(await publicAddress(host, to.proxy !== null)) };
}

/** Resolves the name here and returns the address to connect to, so that it cannot change in between. */
async function publicAddress(host: string, isProxied: boolean): Promise<{ address?: string }> {
  const refused = new NotFetched(`${host} is a private network address`);
  if (net.isIP(host) !== 0) {
    if (!isPublicAddress(host)) throw refused;
    return { address: host };
  }
  if (isLoopbackHost(host)) throw refused;
  // Behind a proxy, the proxy resolves names.
  if (isProxied) return {};
  const found = await lookup(host, { all: true }).catch(() => {
    throw new NotFetched(`the host ${host} was not found`);
  });
  if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address))) throw refused;
  return { address: (found[0] as { address: string }).address };
}

/** Returns a GET for media, to the destination from `mediaDestination`. Nothing of the connection is sent. */
export function foreignRequest(
  url: URL,
  to: Destination,
  mediaFetch: MediaFetch,
  more: Pick<OutgoingRequest, 'deadlines' | 'maxBodyBytes'> & { headers: OutgoingRequest['headers'] },
): OutgoingRequest {
  const path = url.pathname + url.search;
  const isPlainProxy = to.proxy !== null && !to.secure;
  return {
    method: 'GET',
    target: isPlainProxy ? url.origin + path : path,
    to,
    headers: [
      ['Host', url.host],
      ['Connection', 'close'],
      ['User-Agent', `Patchbay/${mediaFetch.version}`],
      ...more.headers,
      ['Accept-Encoding', 'identity'],
      ...(isPlainProxy ? (to.proxy?.loginHeaders ?? []) : []),
    ],
    body: null,
    deadlines: more.deadlines,
    fresh: true,
    maxBodyBytes: more.maxBodyBytes,
  };
}

const closed = new net.BlockList();
for (const [start, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // For documentation, and for relays from v6.
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
] as const)
  closed.addSubnet(start, bits, 'ipv4');
// Within 2000::/3, where all public v6 addresses are: protocols such as Teredo, documentation, and 6to4.
for (const [start, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(start, bits, 'ipv6');
/** Assigned v6 addresses, and v4 ones in the form of v6. */
const open = new net.BlockList();
open.addSubnet('2000::', 3, 'ipv6');
open.addSubnet('::ffff:0:0', 96, 'ipv6');

/**
 * True for a public IP address. Loopback, private, link-local, site-local, carrier-grade and multicast addresses are not
 * public, and neither are v6 addresses that lead to a v4 one: translated (NAT64), tunneled (6to4) or compatible. A mapped
 * v4 address counts as what it is.
 */
export function isPublicAddress(address: string): boolean {
  const family = net.isIP(address);
  if (family === 0 || address.includes('%')) return false;
  if (family === 4) return !closed.check(address, 'ipv4');
  return open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
