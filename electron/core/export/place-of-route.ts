import { pathParameters, routes } from '#shared/protocol/table.ts';
import type { SnippetRequest } from './snippet-request.ts';

/** The address of a request, taken apart by its route. */
export interface RoutePlace {
  /** What stands before the route's path. */
  base: string;
  /** From the route's path on, as in the address. */
  path: string;
  /** With `?`, or empty. */
  query: string;
  /** Values of the path parameters, decoded. */
  params: Record<string, string>;
}

/** `null` for an address that does not end in the route's path. */
export function placeOfRoute({ address, routeId }: Pick<SnippetRequest, 'address' | 'routeId'>): RoutePlace | null {
  const route = routes[routeId];
  const mark = address.indexOf('?');
  const place = mark === -1 ? address : address.slice(0, mark);
  const value = route.family === 'native' ? '(.+)' : '([^/]+)';
  const pattern = route.path
    .split(/\{\w+\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(value);
  const found = new RegExp(`${pattern}$`).exec(place);
  if (!found) return null;
  const values = pathParameters(route).map((name, index) => [name, decoded(found[index + 1] ?? '')]);
  return {
    base: place.slice(0, found.index),
    path: place.slice(found.index),
    query: mark === -1 ? '' : address.slice(mark),
    params: Object.fromEntries(values),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Of an address that the route does not explain. */
export function wholePlace(address: string): RoutePlace {
  const origin = /^\w+:\/\/[^/?#]+/.exec(address)?.[0] ?? '';
  return { base: origin, path: address.slice(origin.length), query: '', params: {} };
}
