import type { Route, RouteId } from './route.ts';

/** What the routes of each family add to the base URL; `''` for nothing, else with a leading slash. */
export interface RoutePrefixes {
  compatible: string;
  native: string;
}

/** The prefixes of most gateways, with which the route table is written. */
export const usualPrefixes: Readonly<RoutePrefixes> = { compatible: '/v1', native: '/v1beta' };

type Pairs = readonly (readonly [name: string, value: string])[];

/** Where the routes of a gateway are. A connection is one. */
export interface GatewayAddress {
  /** Scheme, host, port and path, without a trailing slash. */
  baseAddress: string;
  prefixes: Readonly<RoutePrefixes>;
  /** Paths that replace prefix and path of a route; relative to the base, with the same parameters. */
  routePaths: Readonly<Partial<Record<RouteId, string>>>;
  /** Sent with every request. */
  query: Pairs;
}

/** Returns the path of a route relative to the base of a gateway, its parameters in braces. */
export function routePath(
  { prefixes, routePaths }: Pick<GatewayAddress, 'prefixes' | 'routePaths'>,
  { id, path, family }: Pick<Route, 'id' | 'path' | 'family'>,
): string {
  if (family === 'custom') return path;
  return routePaths[id] ?? prefixes[family] + path.slice(usualPrefixes[family].length);
}

/**
 * Encodes one path parameter for a URL. A native model id keeps its slashes: the gateway's route accepts them. Its path
 * already has the `models/` with which a compatible list may begin its ids.
 */
function encodeParameter(route: Route, value: string): string {
  if (route.family !== 'native') return encodeURIComponent(value);
  return value
    .replace(/^models\//, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
}

/**
 * Returns why a value cannot be a path parameter, in one sentence, or `null`. Proxies would normalize dot segments
 * away; the gateway cuts a native model id at its first colon.
 */
export function parameterProblem(route: Route, name: string, value: string): string | null {
  if (value === '') return `The path parameter "${name}" is empty.`;
  if (value.split('/').some((segment) => segment === '.' || segment === '..' || segment === ''))
    return `"${value}" is not valid for the path parameter "${name}".`;
  if (route.family === 'native' && value.includes(':'))
    return `The model ID "${value}" contains a colon. Native routes cut the ID there, so the gateway would receive "${value.slice(0, value.indexOf(':'))}".`;
  return null;
}

/**
 * Returns the full URL of a request to a route. Missing parameters stay in braces. The gateway's query pairs come first,
 * then the route's own, then `query` in order; a later pair replaces the gateway's of the same name. Names and values
 * are percent-encoded.
 */
export function joinRoute(
  gateway: GatewayAddress,
  route: Route,
  params: Readonly<Record<string, string>> = {},
  query: Pairs = [],
): string {
  const path = routePath(gateway, route).replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    return value ? encodeParameter(route, value) : braces;
  });
  const own = [...Object.entries(route.query ?? {}), ...query];
  const names = new Set(own.map(([name]) => name));
  const pairs = [...gateway.query.filter(([name]) => !names.has(name)), ...own].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return gateway.baseAddress + path + (pairs.length > 0 ? `?${pairs.join('&')}` : '');
}

/** Like `joinRoute`, for a WebSocket: `wss` for `https`, `ws` for `http`. */
export function websocketAddress(...given: Parameters<typeof joinRoute>): string {
  return joinRoute(...given).replace(/^http/, 'ws');
}
