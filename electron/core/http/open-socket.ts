import net from 'node:net';
import tls from 'node:tls';
import {
  connectFault,
  connectTimeout,
  endpointName,
  NetworkError,
  type NetworkFault,
  seconds,
} from './network-failure.ts';
import { type HttpProxy, openTunnel } from './proxy/http-proxy.ts';
import { tlsFault, tlsTimeout } from './tls-failure.ts';

/** Where a connection leads. */
export interface Destination {
  /** Name or address, without brackets. */
  host: string;
  /** Resolved address of `host`; without it the name is looked up when connecting. */
  address?: string;
  port: number;
  secure: boolean;
  proxy: HttpProxy | null;
  /** Use a tunnel also without TLS: a proxy that parses requests cannot forward a WebSocket. */
  tunnel?: boolean;
  /** Certificate authorities in PEM in addition to those of this computer. */
  extraCa: readonly string[];
}

/** Options for opening a connection. */
export interface Opening {
  signal: AbortSignal;
  /** For DNS, TCP, tunnel and TLS together. */
  limitMs: number;
  mark(what: 'dns' | 'connect' | 'tls'): void;
}

/** A connection being opened. */
interface Way {
  /** Of the caller, or of the time limit. */
  signal: AbortSignal;
  mark: Opening['mark'];
  /** Sets before each step the fault that a timeout in it means. */
  waitFor(late: () => NetworkFault): void;
  limitMs: number;
}

/**
 * Opens a connection that is ready for the first request byte: TCP, a tunnel through the proxy if there is one, TLS
 * with the certificate checked. Certificates are always checked; no environment variable and no setting turns that off.
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
      // Company networks sign with an authority that only the system's certificate store has; reading it takes a while.
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
    way.waitFor(() => proxy.late('respond to the tunnel request', limitMs));
    await openTunnel(socket, to, proxy, signal);
  }
  if (!secure) return socket;
  way.waitFor(() => tlsTimeout(endpointName(host, port), proxy, seconds(limitMs)));
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
  // Its errors are also emitted on the secured socket; on this one nothing would handle them.
  socket.on('error', () => {});
  const secured = tls.connect({
    socket,
    // An IP address is not a valid server name.
    ...(net.isIP(host) ? {} : { servername: host }),
    host,
    ALPNProtocols: ['http/1.1'],
    // Explicit: if omitted, NODE_TLS_REJECT_UNAUTHORIZED=0 would disable the check.
    rejectUnauthorized: true,
    ...trustWith(extraCa),
  });
  let certificate: tls.DetailedPeerCertificate | null = null;
  // Runs before the check, after which a refused certificate can no longer be read.
  secured.prependOnceListener('secure', () => {
    certificate = secured.getPeerCertificate(true);
  });
  await ready(secured, 'secureConnect', signal, (thrown) => name(tlsFault(thrown, { host, port, proxy, certificate })));
  return secured;
}

/** Waits for one event of a socket. Anything else destroys it and rejects. */
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

/** Of the system's certificate store; `null` until it was needed. */
let systemRoots: readonly string[] | null = null;
/** Reading several hundred certificates takes a while, so it is done once per set of added ones. */
const contexts = new Map<string, tls.SecureContext>();
const contextLimit = 32;

/**
 * Returns which authorities a TLS connection trusts, as options of `tls.connect`: those that come with Node, those of
 * the system's certificate store once they are loaded, and the given ones in PEM form.
 */
function trustWith(extraCa: readonly string[]): { secureContext?: tls.SecureContext } {
  if (extraCa.length === 0 && systemRoots === null) return {};
  const name = JSON.stringify(extraCa);
  const known = contexts.get(name);
  if (known) return { secureContext: known };
  const ca = new Set([...tls.getCACertificates('default'), ...(systemRoots ?? []), ...extraCa]);
  const secureContext = tls.createSecureContext({ ca: [...ca] });
  // A user who tries many files in turn must not keep them all in memory.
  if (contexts.size >= contextLimit) contexts.clear();
  contexts.set(name, secureContext);
  return { secureContext };
}

const hasSystemRoots = (): boolean => systemRoots !== null;

/** From now on trusts the authorities of the system's certificate store too: company networks add theirs there. */
function loadSystemRoots(): void {
  if (systemRoots !== null) return;
  contexts.clear();
  try {
    systemRoots = tls.getCACertificates('system');
  } catch {
    // An unreadable store is no reason to trust no authority at all.
    systemRoots = [];
  }
}
