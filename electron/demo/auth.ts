import type { IncomingHttpHeaders } from 'node:http';
import type { IncomingRequest } from './incoming-request.ts';
import type { ServedRoute } from './paths.ts';
import { middlewareError, Refusal, relayError, withHeaders } from './responses/reply.ts';

/** Seconds in the `Retry-After` of the limited key. */
const retryAfterSeconds = 2;

/**
 * Authorizes a request by its key, or refuses it. Besides the gateway's key, keys derived from it each produce one
 * refusal: `-no-video` may not use the video routes, `-quota` has spent its balance, `-limited` is over its rate on
 * every second call. Returns the key as it was sent.
 */
export function authorize(
  incoming: IncomingRequest,
  route: ServedRoute | null,
  parameters: Readonly<Record<string, string>>,
): string {
  const isNative = route?.startsWith('native.') || parameters.model !== undefined;
  const given = isNative ? nativeKey(incoming) : compatibleKey(incoming, route);
  const sent = given.replace(/^sk-/, '');
  const { key } = incoming.gateway;
  if (sent === `${key}-no-video` && route?.startsWith('video')) {
    throw new Refusal(middlewareError(incoming, 403, { message: 'This token has no access to video models' }));
  }
  if (sent === `${key}-quota` && incoming.method === 'POST') {
    const message = 'The balance of this user is not enough: remaining $0.000000, needed $0.002000';
    throw new Refusal(relayError(incoming, 403, { message, code: 'insufficient_user_quota' }));
  }
  if (sent === `${key}-limited` && incoming.gateway.isOverLimit()) throw new Refusal(overLimit(incoming));
  if ([key, `${key}-no-video`, `${key}-quota`, `${key}-limited`].includes(sent)) return given;
  if (sent.startsWith(`${key}-`) && /^\d+$/.test(sent.slice(key.length + 1)))
    throw new Refusal(channelSuffix(incoming));
  throw new Refusal(middlewareError(incoming, 401, { message: 'Invalid token' }));
}

/** Authorizes a request to a vendor route: its key may be in any of the usual places. Returns the key. */
export function authorizeVendor(incoming: IncomingRequest): string {
  const given = nativeKey(incoming);
  if (given.replace(/^sk-/, '') === incoming.gateway.key) return given;
  throw new Refusal(middlewareError(incoming, 401, { message: 'Invalid token' }));
}

/** Reads the key of a compatible route: `Bearer`, `bearer`, or the key alone. The listing also accepts `x-api-key`. */
function compatibleKey({ request }: IncomingRequest, route: ServedRoute | null): string {
  return bearer(request.headers) || (route === 'models' ? textOf(request.headers['x-api-key']) : '');
}

/** Reads the key of a native route: a native key header takes precedence over the query, and both over Bearer. */
function nativeKey({ request, query }: IncomingRequest): string {
  const { headers } = request;
  return (
    textOf(headers['x-vendor-api-key']) || textOf(headers['x-goog-api-key']) || query.get('key') || bearer(headers)
  );
}

const textOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

const bearer = (headers: IncomingHttpHeaders): string =>
  (headers.authorization ?? '').replace(/^[Bb]earer /, '').trim();

function overLimit(incoming: IncomingRequest) {
  const message = 'Rate limit reached for requests: this key may call once, then must wait';
  const reply = relayError(incoming, 429, { message, type: 'rate_limit_error', code: 'rate_limit_exceeded' });
  return withHeaders(reply, {
    'retry-after': String(retryAfterSeconds),
    'x-ratelimit-limit-requests': '1',
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': `${retryAfterSeconds}s`,
  });
}

/** Refuses a number after the key: it would select a channel, which only operators may do. */
function channelSuffix(incoming: IncomingRequest) {
  const reply = middlewareError(incoming, 403, { message: 'Normal users may not choose a channel' });
  return withHeaders(reply, { specific_channel_version: 'demo' });
}
