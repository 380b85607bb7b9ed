import { isLoopbackHost } from '#shared/protocol/address.ts';

/** Why a proxy address can not be used. `userinfo`: a log-in stands in it, which has fields of its own. */
export type ProxyProblem = 'empty' | 'scheme' | 'malformed' | 'userinfo';

/** What is wrong with the address of a proxy, or `null`. A missing scheme is taken as `http://`. */
export function proxyProblem(typed: string): ProxyProblem | null {
  const address = typed.trim();
  if (address === '') return 'empty';
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http') return 'scheme';
  const url = URL.parse(scheme ? address : `http://${address}`);
  if (!url?.hostname || /\s/.test(address)) return 'malformed';
  return url.username || url.password ? 'userinfo' : null;
}

/** Whether a log-in would travel readable: proxies are spoken to over plain http, and this one is on another machine. */
export function isProxyOpen(typed: string): boolean {
  if (proxyProblem(typed) !== null) return false;
  const address = typed.trim();
  const url = URL.parse(/^http:\/\//i.test(address) ? address : `http://${address}`);
  return url !== null && !isLoopbackHost(url.hostname);
}
