import type { Route, RouteId } from './route.ts';

/** What the routes of each family add to the base URL; `''` for nothing, else with a leading slash. */
export interface RoutePrefixes {
  compatible: string;
  native: string;
}

/** The prefixes of most gateways, with which the route table is written. */
export const usualPrefixes: Readonly<RoutePrefixes> = { compatible: '/v1', native: '/v1beta' };

export type Pairs = readonly (readonly [name: string, value: string])[];

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
