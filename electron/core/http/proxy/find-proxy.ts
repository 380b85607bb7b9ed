import type { ProxyChoice } from '#shared/contract/connections.ts';
import { isLoopbackHost } from '#shared/protocol/address.ts';
import { fault, NetworkError } from '../network-failure.ts';
import { HttpProxy } from './http-proxy.ts';
import { isBypassed } from './proxy-bypass.ts';

/** Whom to ask. */
export interface ProxySources {
  /** The computer's proxy for an address, perhaps with a login in it. */
  system(address: string): Promise<string | null>;
  /** The password that is stored for the connection's own proxy; `null` for none. */
  password(): Promise<string | null>;
}

/**
 * The proxy for an address, or `null`: this computer itself is never asked for through a proxy, nor what the person
 * excepted.
 *
 * @throws NetworkError for an address that is no HTTP proxy, and for a password that was stored and is lost.
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
  "The password of the connection's proxy can no longer be read from this computer's key store.",
  'Enter it again in the connection. Nothing was sent to the gateway.',
  'not-sent',
);
