import { type GatewayAddress, usualPrefixes } from './route-path.ts';

/** How compatible routes send the key: the header, and what precedes the key in it, such as `Bearer `. */
export interface KeyHeader {
  name: string;
  prefix: string;
}

/**
 * Where images and videos of responses may be downloaded from, besides the gateway's own origin. `public`: https
 * addresses of public hosts; `any`: also plain http and hosts of a private network.
 */
export const mediaOrigins = ['public', 'any'] as const;
export type MediaOrigins = (typeof mediaOrigins)[number];

/** Where a gateway differs from what most gateways do. */
export interface GatewayDetails {
  prefixes: { compatible: string; native: string };
  routePaths: GatewayAddress['routePaths'];
  query: [name: string, value: string][];
  keyHeader: KeyHeader;
  /** Opening and closing tag of reasoning in the text of replies, in addition to the well-known ones. */
  reasoningTags: [open: string, close: string][];
  mediaOrigins: MediaOrigins;
}

/** Returns the details of a gateway that differs in nothing. */
export const usualGateway = (): GatewayDetails => ({
  prefixes: { ...usualPrefixes },
  routePaths: {},
  query: [],
  keyHeader: { name: 'Authorization', prefix: 'Bearer ' },
  reasoningTags: [],
  mediaOrigins: 'public',
});

/** Returns the details of a connection or another object that has them. */
export const gatewayDetailsOf = (from: GatewayDetails): GatewayDetails => ({
  prefixes: from.prefixes,
  routePaths: from.routePaths,
  query: from.query,
  keyHeader: from.keyHeader,
  reasoningTags: from.reasoningTags,
  mediaOrigins: from.mediaOrigins,
});

/** Returns a key header as it is named to users: `api-key`, `Authorization: Token`. */
export const headerText = ({ name, prefix }: KeyHeader): string =>
  prefix.trim() === '' ? name : `${name}: ${prefix.trim()}`;
