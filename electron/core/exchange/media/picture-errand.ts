import { lookup } from 'node:dns/promises';
import net from 'node:net';
import type { Connection } from '#shared/contract/connections.ts';
import { isLoopbackHost } from '#shared/routes/address.ts';
import type { Clock } from '../ports.ts';
import type { HttpProxy } from '../transport/http-proxy.ts';
import type { Destination } from '../transport/open-socket.ts';
import { isPublicAddress } from './public-address.ts';

/** Who wants a picture, and from what. */
export interface PictureErrand {
  connection: Pick<Connection, 'origin' | 'extraCa'>;
  findProxy(address: string): Promise<HttpProxy | null>;
  clock: Clock;
  signal: AbortSignal;
  /** Of Patchbay. */
  version: string;
}

/** Why a picture is not to be had, as the end of a sentence. */
export class NoPicture extends Error {}

/**
 * Where a picture may be fetched. A gateway could name any address, also one that only this computer reaches: so the
 * gateway's own origin, or a public address over https. A gateway on this computer may name this computer.
 *
 * @param hasLeft the way led away from the gateway before: then it does not lead back.
 * @throws NoPicture
 */
export async function pictureDestination(url: URL, errand: PictureErrand, hasLeft: boolean): Promise<Destination> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new NoPicture(`it is no web address (${url.protocol})`);
  if (url.username !== '' || url.password !== '') throw new NoPicture('its address holds a login');
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const to = {
    host,
    port: Number(url.port || (secure ? 443 : 80)),
    secure,
    proxy: await errand.findProxy(url.href),
    extraCa: errand.connection.extraCa.pem === '' ? [] : [errand.connection.extraCa.pem],
  };
  const gateway = new URL(errand.connection.origin);
  const isOwn = url.origin === gateway.origin || (isLoopbackHost(gateway.hostname) && isLoopbackHost(url.hostname));
  if (isOwn && !hasLeft) return to;
  if (!secure) throw new NoPicture(`${url.host} offers it over plain http, and only the gateway itself may do that`);
  return { ...to, ...(await publicAddress(host, to.proxy !== null)) };
}

/** The address is looked up here and used as found, so that it can not become another one in between. */
async function publicAddress(host: string, isProxied: boolean): Promise<{ address?: string }> {
  const refused = new NoPicture(`${host} is an address of a network that is not public`);
  if (net.isIP(host) !== 0) {
    if (!isPublicAddress(host)) throw refused;
    return { address: host };
  }
  if (isLoopbackHost(host)) throw refused;
  // Behind a proxy, names are the proxy's to look up.
  if (isProxied) return {};
  const found = await lookup(host, { all: true }).catch(() => {
    throw new NoPicture(`the name ${host} is not known`);
  });
  if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address))) throw refused;
  return { address: (found[0] as { address: string }).address };
}
