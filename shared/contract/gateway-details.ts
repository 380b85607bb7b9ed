import * as z from 'zod/mini';
import { mediaOrigins, usualGateway } from '../protocol/gateway-details.ts';
import { routeIds } from '../protocol/route.ts';

const text = (max: number) => z.string().check(z.maxLength(max));
const usual = usualGateway();

/** Query parameters, in order. */
export const queryPairs = z.array(z.tuple([text(256), text(1024)]));

/**
 * What each family of routes adds to the base URL, such as `/v1`, `/v4` or `/v1beta/openai`: `''` for nothing, else it
 * begins with a slash and does not end with one.
 */
export const routePrefixes = z.object({ compatible: text(512), native: text(512) });

/** Where a gateway differs from what most gateways do. Each absent field has the usual value. */
export const gatewayDetails = z.object({
  prefixes: z._default(routePrefixes, usual.prefixes),
  /** Another path of a route, relative to the base URL. It replaces prefix and path, with the same parameters. */
  routePaths: z._default(z.partialRecord(z.enum(routeIds), text(1024)), {}),
  /** Query parameters of every request, such as `api-version`. Never a secret. */
  query: z._default(queryPairs, []),
  keyHeader: z._default(z.object({ name: text(256), prefix: text(64) }), usual.keyHeader),
  reasoningTags: z._default(z.array(z.tuple([text(64), text(64)])), []),
  mediaOrigins: z._default(z.enum(mediaOrigins), usual.mediaOrigins),
});
