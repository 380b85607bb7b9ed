import { isDotSegment } from './custom-path.ts';
import type { Route } from './route.ts';
import { type GatewayAddress, type Pairs, routePath } from './route-path.ts';

/** Never throws: half of a surrogate pair becomes a replacement character. */
const percentEncoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/**
 * Encodes one path parameter for a URL. A native model id keeps its slashes: the gateway's route accepts them. Its path
 * already has the `models/` with which a compatible list may begin its ids.
 */
function encodeParameter(route: Route, value: string): string {
  if (route.family !== 'native') return percentEncoded(value);
  return value
    .replace(/^models\//, '')
    .split('/')
    .map(percentEncoded)
    .join('/');
}

/**
 * Returns why a value cannot be a path parameter, in one sentence, or `null`. Proxies would normalize dot segments
 * away; the gateway cuts a native model id at its first colon. Half of a surrogate pair has no encoding.
 */
export function parameterProblem(route: Route, name: string, value: string): string | null {
  if (value === '') return `The path parameter "${name}" is empty.`;
  if (!value.isWellFormed()) return `The path parameter "${name}" contains half of a character.`;
  if (value.split('/').some((segment) => segment === '' || isDotSegment(segment)))
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
    ([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`,
  );
  return gateway.baseAddress + path + (pairs.length > 0 ? `?${pairs.join('&')}` : '');
}

/** Like `joinRoute`, for a WebSocket: `wss` for `https`, `ws` for `http`. */
export function websocketAddress(...given: Parameters<typeof joinRoute>): string {
  return joinRoute(...given).replace(/^http/, 'ws');
}
