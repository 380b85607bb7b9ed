import type { ProxyChoice } from '#shared/contract/connections.ts';
import { isLoopbackHost } from '#shared/protocol/address.ts';
import { fault, NetworkError } from '../network-failure.ts';
import { HttpProxy } from './http-proxy.ts';
import { isBypassed } from './proxy-bypass.ts';

/** Where proxy settings come from. */
export interface ProxySources {
  /** Returns the system proxy for an address, possibly with a login in it. */
  system(address: string): Promise<string | null>;
  /** Returns the stored password of the connection's own proxy; `null` for none. */
  password(): Promise<string | null>;
}

/**
 * Returns the proxy for an address, or `null`: for this computer itself and for the user's exceptions no proxy is used.
 *
 * @throws NetworkError for an address that is not an HTTP proxy, and for a stored password that was lost.
 */
export async function findProxy(
  address: string,
  choice: ProxyChoice & { hasPassword: boolean },
  sources: ProxySources,
): Promise<HttpProxy | null> {
  const url = new URL(address);
  if (choice.mode === 'none' || isLoopbackHost(url.hostname)) return null;
  if (choice.mode === 'system') {
    const found = await sources.system(address);
    return found === null || found === '' ? null : new HttpProxy(found, 'system');
  }
  if (isBypassed(url, choice.bypass)) return null;
  if (choice.user === '') return new HttpProxy(choice.address, 'connection');
  const password = choice.hasPassword ? await sources.password() : '';
  if (password === null) throw new NetworkError(lostPassword);
  return new HttpProxy(choice.address, 'connection', { user: choice.user, password });
}

const lostPassword = fault(
  'proxy',
  "The proxy password of this connection can't be read from the system keychain.",
  'Enter the password again in the connection.',
  'not-sent',
);
