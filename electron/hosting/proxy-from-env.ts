import { isIPv4 } from 'node:net';
import { isBypassed } from '#core/http/proxy/proxy-bypass.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxy that `HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY` sets for an address (the lowercase form wins, as
 * in curl), or `null` for none. This computer is never reached through a proxy, nor is anything in `NO_PROXY` (see
 * `isBypassed`).
 */
export function proxyFromEnv(address: string, env: Environment): string | null {
  const url = new URL(address);
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
  const found = read(env, isSecure ? 'https_proxy' : 'http_proxy') || read(env, 'all_proxy');
  if (!found || isLoopback(url.hostname) || isBypassed(url, read(env, 'no_proxy'))) return null;
  // Proxies are often written without a scheme.
  const proxy = found.includes('://') ? found : `http://${found}`;
  return URL.canParse(proxy) ? proxy : null;
}

const read = (env: Environment, name: string) => (env[name] || env[name.toUpperCase()] || '').trim();

const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
