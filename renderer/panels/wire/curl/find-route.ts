import type { Route } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';

export interface FoundRoute {
  route: Route;
  /** Path parameters by name, decoded. */
  params: Record<string, string>;
}

const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A route's path with a group for each parameter. The model of a native route may hold slashes. */
function patternOf(route: Route): RegExp {
  const parts = route.path.split(/\{(\w+)\}/);
  const source = parts
    .map((part, index) =>
      index % 2 === 0 ? escapeForPattern(part) : `(?<${part}>${route.family === 'native' ? '.+' : '[^/]+'})`,
    )
    .join('');
  return new RegExp(`^${source}$`);
}

const patterns = Object.values(routes).map((route) => ({ route, pattern: patternOf(route) }));

/** The route that a path names: of several the one of the method, then the one with the fewest parameters. */
export function findRoute(method: string, path: string): FoundRoute | null {
  const found = patterns
    .flatMap(({ route, pattern }) => {
      const groups = pattern.exec(path);
      return groups ? [{ route, params: decoded(groups.groups ?? {}) }] : [];
    })
    .sort(
      (one, two) =>
        Number(two.route.method === method) - Number(one.route.method === method) ||
        Object.keys(one.params).length - Object.keys(two.params).length,
    );
  return found[0] ?? null;
}

const decoded = (groups: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(groups).map(([name, value]) => {
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        return [name, value];
      }
    }),
  );
