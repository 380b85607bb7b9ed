import { Buffer } from 'node:buffer';
import type net from 'node:net';
import { isLoopbackHost } from '#shared/routes/address.ts';
import { codeOf, fault, NetworkError, type NetworkFault, placeName } from '../network-failure.ts';

const maxHeadBytes = 16 * 1024;
const hint = 'Check the proxy settings of this computer. Nothing was sent to the gateway.';

/** An HTTP proxy. Its login is in a private field: printing the proxy does not show it. */
export class HttpProxy {
  readonly host: string;
  readonly port: number;
  readonly #login: string | null;

  /** @throws NetworkError for an address that is no HTTP proxy. */
  constructor(address: string) {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url?.protocol !== 'http:')
      throw new NetworkError(
        fault(
          'proxy',
          `The proxy of this computer is not an http:// proxy (${url?.protocol ?? 'no address'}).`,
          hint,
          'not-sent',
        ),
      );
    this.host = url.hostname.replace(/^\[|\]$/g, '');
    this.port = Number(url.port || 80);
    const { username, password } = url;
    this.#login = username === '' ? null : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  }

  /** Never names the login. */
  get place(): string {
    return placeName(this.host, this.port);
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
    return [this.#login, this.#login.slice(this.#login.indexOf(':') + 1)];
  }

  unreachable(thrown: unknown): NetworkFault {
    return fault(
      'proxy',
      `The proxy ${this.place} can not be reached (${codeOf(thrown) || 'closed'}).`,
      hint,
      'not-sent',
      true,
    );
  }

  /** What the proxy's own refusal means. */
  refused(status: number, target: string): NetworkFault {
    if (status === 407)
      return fault(
        'proxy',
        `The proxy ${this.place} asks for a login (407).`,
        'Put the user name and password into the proxy address. Nothing was sent to the gateway.',
        'not-sent',
      );
    return fault('proxy', `The proxy ${this.place} refused to connect to ${target} (${status}).`, hint, 'not-sent');
  }
}

/** The proxy for an address, or `null`: this computer itself is never asked for through a proxy. */
export async function findProxy(
  address: string,
  proxyFor: (address: string) => Promise<string | null>,
): Promise<HttpProxy | null> {
  if (isLoopbackHost(new URL(address).hostname)) return null;
  const found = await proxyFor(address);
  return found === null || found === '' ? null : new HttpProxy(found);
}

/**
 * Asks the proxy for a tunnel. The proxy sees the gateway's name and its own login, and nothing of the request. Rejects
 * with a `NetworkError`; the socket is then destroyed.
 */
export function openTunnel(
  socket: net.Socket,
  { host, port }: { host: string; port: number },
  proxy: HttpProxy,
  signal: AbortSignal,
): Promise<void> {
  const target = placeName(host, port);
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
      if (status === undefined || end === -1)
        return fail(
          new NetworkError(fault('proxy', `${proxy.place} did not answer as an HTTP proxy.`, hint, 'not-sent')),
        );
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
