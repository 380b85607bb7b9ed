import { checkLevels } from '#shared/contract/checks.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { type RouteId, routeIds } from '#shared/protocol/route.ts';
import { didYouMean } from '../did-you-mean.ts';
import { UsageError } from '../usage-error.ts';
import { gatewayOptions, readChoice, readNumber, type readOptions } from './options.ts';

/** The options of `patchbay check`. */
export const checkOptions = {
  ...gatewayOptions,
  level: { type: 'string' },
  routes: { type: 'string' },
  models: { type: 'string' },
  'models-per-route': { type: 'string' },
  keys: { type: 'string' },
  costly: { type: 'string' },
  concurrency: { type: 'string' },
  'max-calls': { type: 'string' },
  'max-tokens': { type: 'string' },
  'first-byte': { type: 'string' },
  total: { type: 'string' },
  plan: { type: 'boolean' },
  baseline: { type: 'string' },
  'set-baseline': { type: 'boolean' },
  'fail-on': { type: 'string' },
  report: { type: 'string', multiple: true },
  force: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export type CheckValues = ReturnType<typeof readOptions<typeof checkOptions>>['values'];

/** Reads the options, apart from the connection and its keys. @throws UsageError */
export function readCheckInput(values: CheckValues) {
  const number = (name: keyof CheckValues & string, min: number, max: number) =>
    readNumber(name, values[name] as string | undefined, min, max);
  const level = readChoice('level', values.level ?? 'free', checkLevels);
  return {
    routeIds: readRoutes('routes', values.routes),
    models: wordsOf(values.models),
    modelsPerRoute: number('models-per-route', 1, 50) ?? 1,
    level,
    costlyRoutes: readRoutes('costly', values.costly),
    cap: { calls: number('max-calls', 1, 100_000) ?? 500, tokens: number('max-tokens', 1, 100_000_000) ?? 100_000 },
    concurrency: number('concurrency', 1, 16) ?? 4,
    ...whenGiven('firstByteMs', number('first-byte', 1, 600)),
    ...whenGiven('totalMs', number('total', 1, 1_800)),
  };
}

/** Returns the keys that `--keys` names; without it, all that are enabled. @throws UsageError */
export function readKeys(names: string | undefined, keys: readonly KeyStatus[]): KeyStatus[] {
  const named = wordsOf(names);
  if (named.length === 0) return keys.filter(({ enabled }) => enabled);
  return named.map((alias) => {
    const found = keys.find((key) => key.alias.toLowerCase() === alias.toLowerCase());
    if (found) return found;
    const known = keys.map((key) => key.alias);
    throw new UsageError(`No key is called ${alias}.${didYouMean(alias, known)} There are: ${known.join(', ')}.`);
  });
}

const whenGiven = (name: string, seconds: number | undefined) =>
  seconds === undefined ? {} : { [name]: seconds * 1000 };

const wordsOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

function readRoutes(option: string, text: string | undefined): RouteId[] {
  return wordsOf(text).map((word) => {
    const found = routeIds.find((id) => id === word);
    if (found) return found;
    const near = didYouMean(word, routeIds);
    throw new UsageError(`--${option}: there is no route called ${word}.${near} All of them: patchbay routes.`);
  });
}
