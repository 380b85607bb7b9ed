import * as z from 'zod/mini';
import { routeIds } from '../protocol/route.ts';
import { type RoutePrefixes, usualPrefixes } from '../protocol/route-address.ts';
import type { NativeKeyChoice } from './connections.ts';

const text = (max: number) => z.string().check(z.maxLength(max));

/** Query parameters, in order. */
export const queryPairs = z.array(z.tuple([text(256), text(1024)]));

/**
 * What each family of routes adds to the base URL, such as `/v1`, `/v4` or `/v1beta/openai`: `''` for nothing, else it
 * begins with a slash and does not end with one.
 */
export const routePrefixes = z.object({ compatible: text(512), native: text(512) });

/** How compatible routes send the key: the header, and what precedes the key in it, such as `Bearer `. */
export const keyHeader = z.object({ name: text(256), prefix: text(64) });
export type KeyHeader = z.output<typeof keyHeader>;

/** Returns a key header as it is named to users: `api-key`, `Authorization: Token`. */
export const headerText = ({ name, prefix }: KeyHeader): string =>
  prefix.trim() === '' ? name : `${name}: ${prefix.trim()}`;

/**
 * Where images and videos of responses may be downloaded from, besides the gateway's own origin. `public`: https
 * addresses of public hosts; `any`: also plain http and hosts of a private network.
 */
export const mediaOrigins = ['public', 'any'] as const;
export type MediaOrigins = (typeof mediaOrigins)[number];

/** Where a gateway differs from what most gateways do. Each absent field has the usual value. */
export const gatewayDetails = z.object({
  prefixes: z._default(routePrefixes, usualPrefixes),
  /** Another path of a route, relative to the base URL. It replaces prefix and path, with the same parameters. */
  routePaths: z._default(z.partialRecord(z.enum(routeIds), text(1024)), {}),
  /** Query parameters of every request, such as `api-version`. Never a secret. */
  query: z._default(queryPairs, []),
  keyHeader: z._default(keyHeader, { name: 'Authorization', prefix: 'Bearer ' }),
  /** Opening and closing tag of reasoning in the text of replies, in addition to the well-known ones. */
  reasoningTags: z._default(z.array(z.tuple([text(64), text(64)])), []),
  mediaOrigins: z._default(z.enum(mediaOrigins), 'public'),
});
export type GatewayDetails = z.output<typeof gatewayDetails>;

/** What one terminal command changes about a gateway while it runs. */
export interface GatewayOverrides extends Partial<Omit<GatewayDetails, 'prefixes' | 'query'>> {
  nativeKeyStyle?: NativeKeyChoice;
  prefixes?: Partial<RoutePrefixes>;
}

/** Returns a connection with what the overrides name; prefixes and paths of routes one by one. */
export const withOverrides = <T extends GatewayDetails>(connection: T, overrides: GatewayOverrides): T => ({
  ...connection,
  ...overrides,
  prefixes: { ...connection.prefixes, ...overrides.prefixes },
  routePaths: { ...connection.routePaths, ...overrides.routePaths },
});

/** Returns the details of a gateway that differs in nothing. */
export const usualGateway = (): GatewayDetails => gatewayDetails.parse({});

/** Returns the details of a connection or another object that has them. */
export const gatewayDetailsOf = (from: GatewayDetails): GatewayDetails => ({
  prefixes: from.prefixes,
  routePaths: from.routePaths,
  query: from.query,
  keyHeader: from.keyHeader,
  reasoningTags: from.reasoningTags,
  mediaOrigins: from.mediaOrigins,
});
