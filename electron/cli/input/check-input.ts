import type { KeyStatus } from '#shared/contract/keys.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { checkOptions } from '../specs/check-spec.ts';
import { UsageError } from '../usage-error.ts';
import type { Values } from './options.ts';

/** Returns the input of a check, apart from the connection and its keys. */
export function checkInputOf(values: Values<typeof checkOptions>) {
  return {
    routeIds: values.routes ?? [],
    models: values.models ?? [],
    modelsPerRoute: values['models-per-route'],
    level: values.level,
    costlyRoutes: values.costly ?? [],
    cap: { calls: values['max-calls'], tokens: values['max-tokens'] },
    concurrency: values.concurrency,
    firstByteMs: values['first-byte'] * 1000,
    totalMs: values.total * 1000,
  };
}

/** Returns the keys of these names; without names, all that are enabled. @throws UsageError */
export function readKeys(names: readonly string[], keys: readonly KeyStatus[]): KeyStatus[] {
  if (names.length === 0) return keys.filter(({ enabled }) => enabled);
  return names.map((alias) => {
    const found = keys.find((key) => key.alias.toLowerCase() === alias.toLowerCase());
    if (found) return found;
    const known = keys.map((key) => key.alias);
    throw new UsageError(
      `--keys: this connection has no key "${alias}".${didYouMean(alias, known)}`,
      `Its keys: ${known.join(', ') || 'none'}`,
    );
  });
}
