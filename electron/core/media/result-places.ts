import type { Connection } from '#shared/contract/connections.ts';
import { isLoopbackHost, normalizeBase } from '#shared/protocol/address.ts';
import { allowsAnyOrigin, isPublicAddress } from './media-fetch.ts';

/** Names that only a private network resolves: a container, a machine at home. */
const internalName = /^[^.]+$|\.(?:local|localhost|internal|intranet|lan|home|corp|svc|home\.arpa|cluster\.local)$/i;

/** True for a host that other computers reach under another name, or not at all. */
function isInternalHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isLoopbackHost(host) || (!host.includes(':') && internalName.test(host))) return true;
  return /^[\d.]+$|:/.test(host) && !isPublicAddress(host);
}

/**
 * Returns where the media may be that a response names, in the order they are tried. A relative address is one of the
 * gateway. Operators leave `localhost`, the name of a container or plain HTTP in their addresses: such a path is
 * requested from the gateway's own origin as well, or instead where the connection does not allow the named host.
 */
export function resultPlaces(
  named: string,
  connection: Pick<Connection, 'baseAddress'> & Partial<Pick<Connection, 'mediaOrigins'>>,
): string[] {
  const { base, origin } = normalizeBase(connection.baseAddress);
  if (origin === '') return [named];
  const ofGateway = (path: string) => [
    ...new Set([new URL(path, `${base}/`).href, `${base}/${path.replace(/^\//, '')}`]),
  ];
  if (!/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(named)) return ofGateway(named);
  if (!URL.canParse(named, origin)) return [named];
  const url = new URL(named, origin);
  const isWeb = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isWeb || url.origin === origin) return [url.href];
  const gateway = new URL(origin);
  const isInternal = isInternalHost(url.hostname);
  if (!isInternal && url.hostname !== gateway.hostname) return [url.href];
  const isAllowed =
    allowsAnyOrigin(connection) ||
    (url.protocol === 'https:' && !isInternal) ||
    (isLoopbackHost(url.hostname) && isLoopbackHost(gateway.hostname));
  return [...(isAllowed ? [url.href] : []), ...ofGateway(url.pathname + url.search)];
}
