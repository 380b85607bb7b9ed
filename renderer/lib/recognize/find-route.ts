import { percentDecoded } from '#shared/percent.ts';
import type { Route } from '#shared/protocol/route.ts';
import { type GatewayAddress, routePath } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';

type Gateway = Pick<GatewayAddress, 'prefixes' | 'routePaths'>;

export interface FoundRoute {
  route: Route;
  /** Path parameters by name, decoded. */
  params: Record<string, string>;
}

const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a pattern with a group for each parameter of the path that a gateway has for a route. The model of a native route may contain slashes. */
function patternOf(gateway: Gateway, route: Route): RegExp {
  const parts = routePath(gateway, route).split(/\{(\w+)\}/);
  const source = parts
    .map((part, index) =>
      index % 2 === 0 ? escapeForPattern(part) : `(?<${part}>${route.family === 'native' ? '.+' : '[^/]+'})`,
    )
    .join('');
  return new RegExp(`^${source}$`);
}

/**
 * Returns the route that matches a path: of several the one with the same method, then the one with the fewest
 * parameters.
 */
export function findRoute(method: string, path: string, gateway: Gateway): FoundRoute | null {
  const found = Object.values(routes)
    .flatMap((route) => {
      const groups = patternOf(gateway, route).exec(path);
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
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, percentDecoded(value)]));

/** Returns the path of a route on a gateway with its parameters filled in; `findRoute` reads it back. */
export const filledPath = (gateway: Gateway, route: Route, params: Readonly<Record<string, string>>): string =>
  routePath(gateway, route).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? '').replace(/%2f/gi, '/'),
  );
