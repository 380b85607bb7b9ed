import net from 'node:net';
import tls from 'node:tls';
import { connectFault, connectTimeout, NetworkError, type NetworkFault } from '../network-failure.ts';
import type { HttpProxy } from './http-proxy.ts';
import { openTunnel } from './open-tunnel.ts';
import { tlsFault } from './tls-failure.ts';
import { hasSystemRoots, loadSystemRoots, trustWith } from './trust.ts';

/** Where a connection leads. */
export interface Destination {
  /** Name or address, without brackets. */
  host: string;
  /** Where `host` was found; without it the name is looked up when the connection is made. */
  address?: string;
  port: number;
  secure: boolean;
  proxy: HttpProxy | null;
  /** Through a tunnel also without TLS: a proxy that reads requests can not pass a WebSocket on. */
  tunnel?: boolean;
  /** Certificate authorities in PEM besides those of this computer. */
  extraCa: readonly string[];
}

/** Who waits for the connection. */
export interface Opening {
  signal: AbortSignal;
  /** For name look-up, TCP, tunnel and TLS together. */
  limitMs: number;
  mark(what: 'dns' | 'connect' | 'tls'): void;
}

/**
 * Opens a connection that is ready for the first request byte: TCP, a tunnel through the proxy if there is one, TLS with
 * the certificate checked. Certificates are always checked; no environment variable and no setting turns that off.
 * Rejects with a `NetworkError` that is `not-sent`. An aborted signal rejects at once, and nothing is left open.
 */
export async function openSocket(to: Destination, opening: Opening): Promise<net.Socket> {
  const { signal, limitMs } = opening;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  const ended = AbortSignal.any([signal, limit.signal]);
  const wasWhole = hasSystemRoots();
  try {
    return await openReady(to, ended, opening).catch((thrown: unknown) => {
      if (wasWhole || !(thrown instanceof NetworkError) || !thrown.fault.unknownAuthority) throw thrown;
      // Company networks sign with an authority that only the computer's own store knows; reading it takes a while.
      loadSystemRoots();
      return openReady(to, ended, opening);
    });
  } catch (thrown) {
    if (limit.signal.aborted && !signal.aborted) throw new NetworkError(connectTimeout(to.host, to.port, limitMs));
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}

async function openReady(to: Destination, signal: AbortSignal, opening: Opening): Promise<net.Socket> {
  const { proxy, secure, extraCa } = to;
  const tcp = await openTcp(to, signal, opening);
  const socket = proxy?.secure
    ? await openTls(tcp, { host: proxy.host, port: proxy.port, extraCa }, signal, (found) => proxy.distrusted(found))
    : tcp;
  if (proxy && (secure || to.tunnel)) await openTunnel(socket, to, proxy, signal);
  if (!secure) return socket;
  const secured = await openTls(socket, to, signal, (found) => found);
  opening.mark('tls');
  return secured;
}

async function openTcp(to: Destination, signal: AbortSignal, { mark }: Opening): Promise<net.Socket> {
  const { host, port } = to.proxy ?? to;
  const at = to.proxy ? host : (to.address ?? host);
  const socket = net.connect({ host: at, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 });
  socket.once('lookup', () => mark('dns'));
  await ready(socket, 'connect', signal, (thrown) =>
    to.proxy ? to.proxy.unreachable(thrown) : connectFault(thrown, host, port),
  );
  mark('connect');
  return socket;
}

async function openTls(
  socket: net.Socket,
  { host, port, extraCa }: Pick<Destination, 'host' | 'port' | 'extraCa'>,
  signal: AbortSignal,
  name: (found: NetworkFault) => NetworkFault,
): Promise<net.Socket> {
  // Its faults show on the secured socket as well; on this one nobody would listen.
  socket.on('error', () => {});
  const secured = tls.connect({
    socket,
    // An address is no server name.
    ...(net.isIP(host) ? {} : { servername: host }),
    host,
    ALPNProtocols: ['http/1.1'],
    // Said outright: left out, NODE_TLS_REJECT_UNAUTHORIZED=0 would switch the check off.
    rejectUnauthorized: true,
    ...trustWith(extraCa),
  });
  let certificate: tls.PeerCertificate | null = null;
  // Comes before the check, after which a refused certificate can no longer be read.
  secured.prependOnceListener('secure', () => {
    certificate = secured.getPeerCertificate();
  });
  await ready(secured, 'secureConnect', signal, (thrown) => name(tlsFault(thrown, host, port, certificate)));
  return secured;
}

/** Waits for one event of a socket. Whatever else happens destroys it and rejects. */
export function ready(
  socket: net.Socket,
  event: string,
  signal: AbortSignal,
  name: (thrown: unknown) => ConstructorParameters<typeof NetworkError>[0],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      signal.removeEventListener('abort', onAbort);
      socket.off(event, onReady).off('error', onError).off('close', onClose);
    };
    const fail = (reason: unknown) => {
      settle();
      // A socket that is being destroyed may still report an error.
      socket.on('error', () => {});
      socket.destroy();
      reject(reason);
    };
    const onReady = () => {
      settle();
      resolve();
    };
    const onError = (thrown: Error) => fail(new NetworkError(name(thrown)));
    const onClose = () => fail(new NetworkError(name(null)));
    const onAbort = () => fail(signal.reason);
    if (signal.aborted) onAbort();
    else {
      signal.addEventListener('abort', onAbort, { once: true });
      socket.once(event, onReady).once('error', onError).once('close', onClose);
    }
  });
}
