import { failure } from '#shared/protocol/failure.ts';
import type { NetworkFault } from './network-failure.ts';
import type { HttpResponse } from './response.ts';
import { type OutgoingRequest, type Sender, send } from './send.ts';

/** Statuses that redirect to a `Location`. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Returns where a response redirects to, as it says; `null` for one that does not. */
export const locationOf = ({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>): string | null =>
  redirects.has(status) ? (headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? null) : null;

/** Redirects followed in a row. */
export const maxHops = 5;

/**
 * The result of a request: a response, a fault before one, or both when the response is a redirect that is not
 * followed.
 */
export interface Outcome {
  response: HttpResponse | null;
  fault: NetworkFault | null;
  /** Redirects that were followed. */
  hops: number;
}

/**
 * Sends a request and follows redirects where that is harmless: a GET, within its own origin, five times at most. Any
 * other redirect would send a key or a prompt to an address the user did not name: the request ends, and the target is
 * shown.
 *
 * @param origin scheme, host and port of the request, to resolve a relative target.
 */
export async function sendFollowing(request: OutgoingRequest, origin: string, sender: Sender): Promise<Outcome> {
  let next = request;
  for (let hops = 0; ; hops += 1) {
    const response = await send(next, sender);
    if ('failure' in response) return { response: null, fault: response, hops };
    const location = locationOf(response);
    if (location === null) return { response, fault: null, hops };
    response.close();
    const from = new URL(next.target, origin);
    const target = URL.canParse(location, from.href) ? new URL(location, from.href) : null;
    if (request.method !== 'GET' || target?.origin !== origin || hops === maxHops)
      return {
        response,
        fault: redirectFault(response.status, target?.href ?? location, request.method, hops),
        hops,
      };
    const path = target.pathname + target.search;
    // A plain HTTP proxy expects absolute URLs.
    next = { ...request, target: next.target.startsWith('/') ? path : origin + path };
  }
}

function redirectFault(status: number, target: string, method: string, hops: number): NetworkFault {
  const shown = target.replace(/\/\/[^/@]*@/, '//').slice(0, 300);
  const why =
    hops === maxHops
      ? `it was the ${maxHops + 1}th redirect in a row`
      : method === 'GET'
        ? 'it leads to another origin, and the key is only sent to the origin it was entered for'
        : 'requests with a body are never redirected';
  return {
    failure: failure(
      'redirect',
      `The gateway redirected (${status}) to ${shown}. Patchbay did not follow, because ${why}.`,
      {
        hint: 'If you trust that URL, use it as the base URL and enter the key again.',
        status,
      },
    ),
    sent: 'answered',
    passing: false,
  };
}
