import { createHash } from 'node:crypto';
import type { Connection } from '#shared/contract/connections.ts';

type Way = Pick<Connection, 'proxy' | 'extraCa'>;

/**
 * What of the way to an origin lets others read a key, as a mark; empty for the usual way, on which nobody does. An own
 * proxy together with an own authority can stand in the place of the gateway, and so can an own proxy on plain http: a page
 * that was taken over could set both. So a key that was entered before is not sent that way until it is entered again.
 */
export function wayOf(origin: string, { proxy, extraCa }: Way): string {
  const isOpen = proxy.mode === 'custom' && proxy.address !== '' && (extraCa.pem !== '' || origin.startsWith('http:'));
  if (!isOpen) return '';
  return createHash('sha256')
    .update(JSON.stringify([proxy.address, extraCa.pem]))
    .digest('hex')
    .slice(0, 32);
}

/** What a key is bound to, as it is stored: its origin, and the mark of an open way if it was entered for one. */
export const bindingOf = (origin: string, connection: Way): string => {
  const way = wayOf(origin, connection);
  return way === '' ? origin : `${origin}#${way}`;
};

export const boundOrigin = (binding: string): string => binding.split('#', 1)[0] ?? '';

/** Whether a key may go to an origin on a way: the one it was entered for, or the usual one. */
export const isBoundTo = (binding: string, origin: string, way: string): boolean =>
  boundOrigin(binding) === origin && (way === '' || binding === `${origin}#${way}`);
