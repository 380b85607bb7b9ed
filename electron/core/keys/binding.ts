import { createHash } from 'node:crypto';
import type { Connection } from '#shared/contract/connections.ts';

type Way = Pick<Connection, 'proxy' | 'extraCa'>;

/**
 * Returns a mark for a network path on which others could read a key; empty for the usual path, on which nobody can. A
 * custom proxy together with a custom certificate authority can impersonate the gateway, and so can a custom proxy on
 * plain http: a compromised page could set both. So a key that was entered before is not sent that way until it is
 * entered again.
 */
export function wayOf(origin: string, { proxy, extraCa }: Way): string {
  const isOpen = proxy.mode === 'custom' && proxy.address !== '' && (extraCa.pem !== '' || origin.startsWith('http:'));
  if (!isOpen) return '';
  return createHash('sha256')
    .update(JSON.stringify([proxy.address, extraCa.pem]))
    .digest('hex')
    .slice(0, 32);
}

/** Returns what a key is bound to, as stored: its origin, and the mark of a readable path if it was entered for one. */
export const bindingOf = (origin: string, connection: Way): string => {
  const way = wayOf(origin, connection);
  return way === '' ? origin : `${origin}#${way}`;
};

export const boundOrigin = (binding: string): string => binding.split('#', 1)[0] ?? '';

/** Returns whether a key may be sent to an origin on a path: the one it was entered for, or the usual one. */
export const isBoundTo = (binding: string, origin: string, way: string): boolean =>
  boundOrigin(binding) === origin && (way === '' || binding === `${origin}#${way}`);
