import { isIPv4 } from 'node:net';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that `HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY` name for an address (the lower case form wins, as in curl),
 * or `null` for none. This computer is never reached through a proxy, nor what `NO_PROXY` names: `*`, a host with all
 * its subdomains, a host with a port, or an IPv4 range such as `10.0.0.0/8`.
 */
export function proxyFromEnv(address: string, env: Environment): string | null {
  const url = new URL(address);
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
  const found = read(env, isSecure ? 'https_proxy' : 'http_proxy') || read(env, 'all_proxy');
  if (!found || isLoopback(url.hostname) || isExcepted(url, isSecure, read(env, 'no_proxy'))) return null;
  // People write the proxy without a scheme.
  const proxy = found.includes('://') ? found : `http://${found}`;
  return URL.canParse(proxy) ? proxy : null;
}

const read = (env: Environment, name: string) => (env[name] || env[name.toUpperCase()] || '').trim();

const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));

function isExcepted(url: URL, isSecure: boolean, list: string): boolean {
  const host = url.hostname.toLowerCase();
  const port = url.port || (isSecure ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((rule) => {
      if (rule === '*') return true;
      if (rule.includes('/')) return isInRange(host, rule);
      const [, name = '', rulePort] = /^\*?\.?(.+?)(?::(\d+))?$/.exec(rule) ?? [];
      return (host === name || host.endsWith(`.${name}`)) && (rulePort === undefined || rulePort === port);
    });
}

function isInRange(host: string, rule: string): boolean {
  const [start = '', bits = ''] = rule.split('/');
  if (!isIPv4(host) || !isIPv4(start)) return false;
  const shift = 32 - Number(bits);
  if (!(shift >= 0 && shift <= 32)) return false;
  return Math.floor(toNumber(host) / 2 ** shift) === Math.floor(toNumber(start) / 2 ** shift);
}

const toNumber = (ip: string) => ip.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
