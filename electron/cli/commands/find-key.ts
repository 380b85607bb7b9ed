import type { Connection } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { didYouMean } from '../did-you-mean.ts';
import { UsageError } from '../usage-error.ts';

/** Returns the key of this name. @throws UsageError */
export function findKey(keys: readonly KeyStatus[], name: string, connection: Pick<Connection, 'name'>): KeyStatus {
  const found = keys.find(({ alias, id }) => id === name || alias.toLowerCase() === name.toLowerCase());
  if (found) return found;
  const names = keys.map(({ alias }) => alias);
  throw new UsageError(
    `${connection.name} has no key "${name}".${didYouMean(name, names)}`,
    `Its keys: ${names.join(', ') || 'none'}`,
  );
}
