import net from 'node:net';
import tls from 'node:tls';
import {
  connectFault,
  connectTimeout,
  NetworkError,
  type NetworkFault,
  placeName,
  seconds,
} from './network-failure.ts';
import type { HttpProxy } from './proxy/http-proxy.ts';
import { openTunnel } from './proxy/open-tunnel.ts';
import { tlsFault, tlsTimeout } from './tls-failure.ts';

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

/** An opening under way. */
interface Way {
  /** Of the reader, or of the time limit. */
  signal: AbortSignal;
  mark: Opening['mark'];
  /** Says before each step what the time limit means while it is waited for. */
  waitFor(late: () => NetworkFault): void;
  limitMs: number;
}

/**
 * Opens a connection that is ready for the first request byte: TCP, a tunnel through the proxy if there is one, TLS with
 * the certificate checked. Certificates are always checked; no environment variable and no setting turns that off.
 * Rejects with a `NetworkError` that is `not-sent`. An aborted signal rejects at once, and nothing is left open.
 */
export async function openSocket(to: Destination, { signal, limitMs, mark }: Opening): Promise<net.Socket> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  let late = () => connectTimeout(to.host, to.port, limitMs);
  const way: Way = {
    signal: AbortSignal.any([signal, limit.signal]),
    mark,
    limitMs,
    waitFor(step) {
      late = step;
    },
  };
  const wasWhole = hasSystemRoots();
  try {
    return await openReady(to, way).catch((thrown: unknown) => {
      if (wasWhole || !(thrown instanceof NetworkError) || !thrown.fault.unknownAuthority) throw thrown;
      // Company networks sign with an authority that only the computer's own store knows; reading it takes a while.
      loadSystemRoots();
      return openReady(to, way);
    });
  } catch (thrown) {
    if (limit.signal.aborted && !signal.aborted) throw new NetworkError(late());
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}

async function openReady(to: Destination, way: Way): Promise<net.Socket> {
  const { proxy, secure, extraCa, host, port } = to;
  const { signal, limitMs } = way;
  const tcp = await openTcp(to, way);
  let socket = tcp;
  if (proxy?.secure) {
    way.waitFor(() => proxy.late('complete the TLS handshake', limitMs));
    const near = { host: proxy.host, port: proxy.port, extraCa, proxy: null };
    socket = await openTls(tcp, near, signal, (found) => proxy.distrusted(found));
  }
  if (proxy && (secure || to.tunnel)) {
    way.waitFor(() => proxy.late('finish its answer to the request for a tunnel', limitMs));
    await openTunnel(socket, to, proxy, signal);
  }
  if (!secure) return socket;
  way.waitFor(() => tlsTimeout(placeName(host, port), proxy, seconds(limitMs)));
  const secured = await openTls(socket, to, signal, (found) => found);
  way.mark('tls');
  return secured;
}

async function openTcp(to: Destination, { signal, mark, waitFor, limitMs }: Way): Promise<net.Socket> {
  const { proxy } = to;
  const { host, port } = proxy ?? to;
  const at = proxy ? host : (to.address ?? host);
  waitFor(() => proxy?.late('accept a connection', limitMs) ?? connectTimeout(host, port, limitMs));
  const socket = net.connect({ host: at, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 });
  socket.once('lookup', () => mark('dns'));
  await ready(socket, 'connect', signal, (thrown) => proxy?.unreachable(thrown) ?? connectFault(thrown, host, port));
  mark('connect');
  return socket;
}

async function openTls(
  socket: net.Socket,
  { host, port, extraCa, proxy }: Pick<Destination, 'host' | 'port' | 'extraCa' | 'proxy'>,
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
  let certificate: tls.DetailedPeerCertificate | null = null;
  // Comes before the check, after which a refused certificate can no longer be read.
  secured.prependOnceListener('secure', () => {
    certificate = secured.getPeerCertificate(true);
  });
  await ready(secured, 'secureConnect', signal, (thrown) => name(tlsFault(thrown, { host, port, proxy, certificate })));
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

/** Of the computer's own store; `null` until it was needed. */
let systemRoots: readonly string[] | null = null;
/** Reading several hundred certificates takes a while, so it is done once for each set of added ones. */
const contexts = new Map<string, tls.SecureContext>();
const contextLimit = 32;

/**
 * Whom a TLS connection trusts, as options of `tls.connect`: the authorities that come with Node, those of the computer's
 * own store once they are loaded, and the given ones in PEM form.
 */
function trustWith(extraCa: readonly string[]): { secureContext?: tls.SecureContext } {
  if (extraCa.length === 0 && systemRoots === null) return {};
  const name = JSON.stringify(extraCa);
  const known = contexts.get(name);
  if (known) return { secureContext: known };
  const ca = new Set([...tls.getCACertificates('default'), ...(systemRoots ?? []), ...extraCa]);
  const secureContext = tls.createSecureContext({ ca: [...ca] });
  // Somebody who tries many files in turn must not keep them all.
  if (contexts.size >= contextLimit) contexts.clear();
  contexts.set(name, secureContext);
  return { secureContext };
}

const hasSystemRoots = (): boolean => systemRoots !== null;

/** From now on the authorities of the computer's own store are trusted too: company networks add theirs there. */
function loadSystemRoots(): void {
  if (systemRoots !== null) return;
  contexts.clear();
  try {
    systemRoots = tls.getCACertificates('system');
  } catch {
    // A computer whose store can not be read is no reason to trust nobody.
    systemRoots = [];
  }
}
