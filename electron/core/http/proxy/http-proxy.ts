import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { codeOf, fault, NetworkError, type NetworkFault, placeName, seconds } from '../network-failure.ts';
import { readProxyAddress } from './proxy-address.ts';

/** Whose choice a proxy is: the connection's own, or that of the computer. */
export type ProxySource = 'connection' | 'system';

const whose = { connection: 'of this connection', system: 'of this computer' } as const;
const loginHints = {
  connection: 'Enter its user name and password in the connection.',
  system:
    'Put user name and password into the proxy address of the computer, or give the connection a proxy of its own.',
} as const;
const untouched = 'Nothing was sent to the gateway.';

/** An HTTP proxy, reached in plain or over TLS. Its login is in a private field: printing the proxy does not show it. */
export class HttpProxy {
  readonly host: string;
  readonly port: number;
  /** Spoken to over TLS. */
  readonly secure: boolean;
  readonly #source: ProxySource;
  readonly #login: string | null;

  /**
   * @param address may hold a login, as in `HTTPS_PROXY`.
   * @param login takes the place of the address's own.
   * @throws NetworkError for an address that is no HTTP proxy.
   */
  constructor(address: string, source: ProxySource, login: { user: string; password: string } | null = null) {
    const url = readProxyAddress(address);
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
      throw new NetworkError(
        fault(
          'proxy',
          `The proxy ${whose[source]} is not an http:// or https:// proxy (${url?.protocol ?? 'no address'}).`,
          `Check the proxy settings ${whose[source]}. ${untouched}`,
          'not-sent',
        ),
      );
    this.secure = url.protocol === 'https:';
    this.host = url.hostname.replace(/^\[|\]$/g, '');
    this.port = Number(url.port || (this.secure ? 443 : 80));
    this.#source = source;
    const own = url.username === '' ? null : { user: decode(url.username), password: decode(url.password) };
    const used = login ?? own;
    this.#login = used && `${used.user}:${used.password}`;
  }

  /** Host and port, without the login. */
  get place(): string {
    return placeName(this.host, this.port);
  }

  /** For people and records, without the login. */
  get address(): string {
    return `${this.secure ? 'https' : 'http'}://${this.place}`;
  }

  /** Tells two proxies apart, and two logins at one proxy, without telling a login. */
  get identity(): string {
    const login = this.#login === null ? '' : createHash('sha256').update(this.#login).digest('hex');
    return `${this.address} ${login}`;
  }

  /** Header pairs that log in at the proxy; they go to the proxy and to nobody else. */
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
    return this.#fault(`can not be reached (${codeOf(thrown) || 'closed'})`, this.#hint, true);
  }

  /** Its own TLS connection was not made, for the reason given. */
  distrusted(found: NetworkFault): NetworkFault {
    const distrust = fault('proxy', `The proxy ${this.place}: ${found.failure.message}`, this.#hint, 'not-sent');
    return { ...distrust, unknownAuthority: found.unknownAuthority === true };
  }

  /** Whoever answered at its place speaks something else. */
  misunderstood(): NetworkFault {
    return this.#fault('did not answer as an HTTP proxy', this.#hint);
  }

  /** Its part of the way was not done in time. */
  late(what: string, limitMs: number): NetworkFault {
    return this.#fault(`did not ${what} within ${seconds(limitMs)}`, this.#hint, true);
  }

  /** It opened a tunnel, and no TLS came through: itself or the far end spoke something else. */
  brokenTunnel(target: string, code: string): NetworkFault {
    const hint = `It may have answered by itself, or the port of the gateway speaks no TLS. ${this.#hint}`;
    return this.#fault(`accepted a tunnel to ${target}, and what came through it is not TLS (${code})`, hint);
  }

  /** What the proxy's own refusal means. */
  refused(status: number, target: string): NetworkFault {
    if (status !== 407) return this.#fault(`refused to connect to ${target} (${status})`, this.#hint);
    const what = this.#login === null ? 'asks for a login (407)' : 'refused the login (407)';
    return this.#fault(what, `${loginHints[this.#source]} ${untouched}`);
  }

  get #hint(): string {
    return `Check the proxy settings ${whose[this.#source]}. ${untouched}`;
  }

  #fault(what: string, hint: string, passing = false): NetworkFault {
    return fault('proxy', `The proxy ${this.place} ${what}.`, hint, 'not-sent', passing);
  }
}

/** A login as it was meant, also one in which a percent sign stands for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
