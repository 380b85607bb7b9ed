import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type net from 'node:net';
import { percentDecoded } from '#shared/percent.ts';
import { codeOf, endpointName, fault, NetworkError, type NetworkFault, seconds } from '../network-failure.ts';

/** Where a proxy is configured: in the connection, or in the system. */
type ProxySource = 'connection' | 'system';

const whose = { connection: 'of this connection', system: 'of this computer' } as const;
const loginHints = {
  connection: 'Enter its user name and password in the connection.',
  system: "Add user name and password to the computer's proxy settings, or set a proxy for this connection.",
} as const;

/**
 * An HTTP proxy, reached in plain or over TLS. Its login is in a private field: printing the proxy does not show it.
 */
export class HttpProxy {
  readonly host: string;
  readonly port: number;
  /** Reached over TLS. */
  readonly secure: boolean;
  readonly #source: ProxySource;
  readonly #login: string | null;

  /**
   * @param address may contain a login, as in `HTTPS_PROXY`.
   * @param login replaces the one in the address.
   * @throws NetworkError for an address that is not an HTTP proxy.
   */
  constructor(address: string, source: ProxySource, login: { user: string; password: string } | null = null) {
    const url = readProxyAddress(address);
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
      throw new NetworkError(
        fault(
          'proxy',
          `The proxy ${whose[source]} is not an http:// or https:// proxy (${url?.protocol ?? 'no address'}).`,
          `Check the proxy settings ${whose[source]}.`,
          'not-sent',
        ),
      );
    this.secure = url.protocol === 'https:';
    this.host = url.hostname.replace(/^\[|\]$/g, '');
    this.port = Number(url.port || (this.secure ? 443 : 80));
    this.#source = source;
    const own =
      url.username === '' ? null : { user: percentDecoded(url.username), password: percentDecoded(url.password) };
    const used = login ?? own;
    this.#login = used && `${used.user}:${used.password}`;
  }

  /** Host and port, without the login. */
  get endpoint(): string {
    return endpointName(this.host, this.port);
  }

  /** For display and records, without the login. */
  get address(): string {
    return `${this.secure ? 'https' : 'http'}://${this.endpoint}`;
  }

  /** Distinguishes two proxies, and two logins at one proxy, without revealing a login. */
  get identity(): string {
    const login = this.#login === null ? '' : createHash('sha256').update(this.#login).digest('hex');
    return `${this.address} ${login}`;
  }

  /** Header pairs that log in at the proxy; they are sent to the proxy and nowhere else. */
  get loginHeaders(): [name: string, value: string][] {
    return this.#login === null
      ? []
      : [['Proxy-Authorization', `Basic ${Buffer.from(this.#login).toString('base64')}`]];
  }

  /** To be redacted. */
  get secrets(): string[] {
    if (this.#login === null) return [];
    return [this.#login, this.#login.slice(this.#login.indexOf(':') + 1)].filter((secret) => secret !== '');
  }

  unreachable(thrown: unknown): NetworkFault {
    return this.#fault(`can't be reached (${codeOf(thrown) || 'closed'})`, this.#hint, true);
  }

  /** Returns the fault of its own TLS connection, for the given reason. */
  distrusted(found: NetworkFault): NetworkFault {
    const distrust = fault('proxy', `The proxy ${this.endpoint}: ${found.failure.message}`, this.#hint, 'not-sent');
    return { ...distrust, unknownAuthority: found.unknownAuthority === true };
  }

  /** Returns the fault of a server at its address that does not speak HTTP. */
  misunderstood(): NetworkFault {
    return this.#fault('did not respond as an HTTP proxy', this.#hint);
  }

  /** Returns the fault of a step that the proxy did not finish in time. */
  late(what: string, limitMs: number): NetworkFault {
    return this.#fault(`did not ${what} within ${seconds(limitMs)}`, this.#hint, true);
  }

  /** Returns the fault of a tunnel without TLS: the proxy itself or the far end spoke something else. */
  brokenTunnel(target: string, code: string): NetworkFault {
    const hint = `${this.#hint} The proxy may have responded itself, or the gateway's port doesn't use TLS.`;
    return this.#fault(`accepted a tunnel to ${target}, but the response through it is not TLS (${code})`, hint);
  }

  /** Returns the fault of the proxy's own refusal. */
  refused(status: number, target: string): NetworkFault {
    if (status !== 407) return this.#fault(`refused to connect to ${target} (${status})`, this.#hint);
    const what = this.#login === null ? 'requires a login (407)' : 'rejected the login (407)';
    return this.#fault(what, loginHints[this.#source]);
  }

  get #hint(): string {
    return `Check the proxy settings ${whose[this.#source]}.`;
  }

  #fault(what: string, hint: string, passing = false): NetworkFault {
    return fault('proxy', `The proxy ${this.endpoint} ${what}.`, hint, 'not-sent', passing);
  }
}

/** Parses a proxy address as users type it, with or without `http://`; `null` when it is invalid. */
export function readProxyAddress(typed: string): URL | null {
  const text = typed.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  return url && url.hostname !== '' && !/\s/.test(text) ? url : null;
}

/** Returns scheme, host and port of a proxy: what its password is bound to, and all that is shown of it. */
export function proxyOrigin(typed: string): string | null {
  const url = readProxyAddress(typed);
  return url && `${url.protocol}//${url.host}`;
}

const maxHeadBytes = 16 * 1024;

/**
 * Requests a tunnel from the proxy. The proxy sees the gateway's name and its own login, and nothing of the request.
 * Rejects with a `NetworkError`; the socket is then destroyed.
 */
export function openTunnel(
  socket: net.Socket,
  { host, port }: { host: string; port: number },
  proxy: HttpProxy,
  signal: AbortSignal,
): Promise<void> {
  const target = endpointName(host, port);
  const lines = [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`];
  for (const [name, value] of proxy.loginHeaders) lines.push(`${name}: ${value}`);
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const settle = () => {
      signal.removeEventListener('abort', onAbort);
      socket.off('data', onData).off('error', onError).off('close', onClose);
      socket.pause();
    };
    const fail = (reason: unknown) => {
      settle();
      socket.on('error', () => {});
      socket.destroy();
      reject(reason);
    };
    const onAbort = () => fail(signal.reason);
    const onError = (thrown: Error) => fail(new NetworkError(proxy.unreachable(thrown)));
    const onClose = () => fail(new NetworkError(proxy.unreachable(null)));
    const onData = (bytes: Buffer) => {
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf('\r\n\r\n');
      if (end === -1 && head.length <= maxHeadBytes) return;
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1', 0, 64))?.[1];
      if (status === undefined || end === -1) return fail(new NetworkError(proxy.misunderstood()));
      if (!status.startsWith('2')) return fail(new NetworkError(proxy.refused(Number(status), target)));
      settle();
      const rest = head.subarray(end + 4);
      if (rest.length > 0) socket.unshift(rest);
      resolve();
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on('data', onData).once('error', onError).once('close', onClose);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}
