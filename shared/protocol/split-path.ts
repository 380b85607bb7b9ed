import { type RoutePrefixes, usualPrefixes } from './route-path.ts';
import { routes } from './table.ts';

/** The path of a typed or pasted URL, taken apart. */
export interface SplitPath {
  /** What precedes the prefixes; `''` or with a leading slash. Contains no version. */
  base: string;
  prefixes: RoutePrefixes;
  /** A version that was there twice in a row, as written; else `''`. */
  doubled: string;
  /** The version is the last segment, but for a route. */
  endsInVersion: boolean;
}

/**
 * A segment that is a version: `v1`, `v4`, `v1beta`, `v1beta1`, `v1p1beta1`, `v0.3`. What follows the first one belongs
 * to the prefix, because services put their surfaces below it (`/v1beta/openai`, `/v1/{account}/{gateway}/compat`).
 */
const version = /^v\d+(?:\.\d+)?(?:p\d+)?(?:(?:alpha|beta|preview)\d*)?$/i;

const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The endings of routes, without their prefix; `family` `null`: of both. */
interface RouteEnding {
  pattern: RegExp;
  family: 'compatible' | 'native' | null;
  /** Only behind a version, because a base URL without one may end in the same way. */
  needsVersion: boolean;
}

const endingOf = (path: string, family: RouteEnding['family'], needsVersion: boolean): RouteEnding => ({
  pattern: new RegExp(
    `${path
      .split(/\{\w+\}/)
      .map(escapeForPattern)
      .join(family === 'native' ? '[^?#]{1,300}' : '[^/?#]{1,300}')}$`,
    'i',
  ),
  family,
  needsVersion,
});

/** Routes of other clients and of documentation: an example that is pasted may be one of them. */
const otherEndings = ['/completions', '/messages', '/moderations', '/images/variations', '/models/{model}'].map(
  (path) => endingOf(path, 'compatible', true),
);

const routeEndings: readonly RouteEnding[] = [
  endingOf('/models', null, false),
  ...Object.values(routes)
    .filter(({ family, id }) => family !== 'custom' && id !== 'models' && id !== 'native.models')
    .map(({ path, family }) => {
      const own = path.slice(usualPrefixes[family as keyof RoutePrefixes].length);
      const isNative = family === 'native';
      return endingOf(own, isNative ? 'native' : 'compatible', !isNative && own.includes('{'));
    }),
  ...otherEndings,
];

/** Returns the longest ending of a path that is a route. */
function findEnding(path: string): { ending: string; family: RouteEnding['family'] } | null {
  const hasVersion = path.split('/').some((segment) => version.test(segment));
  return routeEndings.reduce<ReturnType<typeof findEnding>>((longest, { pattern, family, needsVersion }) => {
    const ending = needsVersion && !hasVersion ? undefined : pattern.exec(path)?.[0];
    return ending !== undefined && ending.length > (longest?.ending.length ?? 0) ? { ending, family } : longest;
  }, null);
}

/**
 * Splits the path of a URL into the base and what the routes of each family add to it: the prefix begins at the first
 * version. A whole route at the end is removed. Without any version, routes add `/v1` and `/v1beta`, unless the URL is
 * exact.
 *
 * @param path without a trailing slash; `''` for a host alone.
 * @param isExact the URL says that nothing precedes the routes: it ended with a slash behind a path, or with `#`.
 */
export function splitPath(path: string, isExact: boolean): SplitPath {
  const found = findEnding(path);
  const rest = found ? path.slice(0, -found.ending.length) : path;
  const segments = rest.split('/').slice(1);
  const first = segments.findIndex((segment) => version.test(segment));
  const pathOf = (some: readonly string[]) => some.map((segment) => `/${segment}`).join('');
  if (first === -1)
    return {
      endsInVersion: false,
      base: rest,
      prefixes: withoutVersion(found?.family, isExact || found !== null),
      doubled: '',
    };
  const following = segments.slice(first).findIndex((segment) => !version.test(segment));
  const versions = segments.slice(first, following === -1 ? undefined : first + following);
  const below = segments.slice(first + versions.length);
  const chosen = chooseVersion(versions);
  return {
    base: pathOf(segments.slice(0, first)),
    prefixes: prefixesOf(chosen, pathOf(below), found?.family ?? null, versions.length > 1),
    doubled: versions.length > 1 ? pathOf(versions) : '',
    endsInVersion: version.test(segments.at(-1) ?? ''),
  };
}

const withoutVersion = (family: RouteEnding['family'] | undefined, isExact: boolean): RoutePrefixes => {
  if (!isExact) return usualPrefixes;
  return family === 'native' ? { ...usualPrefixes, native: '' } : { ...usualPrefixes, compatible: '' };
};

const isUsual = (segment: string) => /^v1(?:beta)?$/i.test(segment);

/** Of versions in a row, the one that was meant: clients and examples add the usual ones. */
const chooseVersion = (versions: readonly string[]): string =>
  versions.find((segment) => !isUsual(segment)) ?? versions[0] ?? '';

function prefixesOf(chosen: string, below: string, family: RouteEnding['family'], isDoubled: boolean): RoutePrefixes {
  const { compatible, native } = usualPrefixes;
  const head = isUsual(chosen) ? `/${chosen.toLowerCase()}` : `/${chosen}`;
  const prefix = head + below;
  if (isDoubled && isUsual(chosen) && below === '') return usualPrefixes;
  if (family === 'native') return { compatible, native: prefix };
  // The version of the native family alone says nothing about the other one.
  if (prefix === native && family === null) return usualPrefixes;
  return { compatible: prefix, native: /beta/i.test(chosen) ? head : native };
}
