import * as z from 'zod/mini';
import type { Failure } from '../protocol/failure.ts';
import type { GatewayDetails } from '../protocol/gateway-details.ts';
import type { FileRef } from '../protocol/part.ts';
import { call, out } from './define.ts';
import { gatewayDetails, queryPairs, routePrefixes } from './gateway-details.ts';

/** How a request to a native route (`/v1beta`) sends the key, in the order in which the styles are tried. */
export const nativeKeyStyles = ['x-goog-api-key', 'x-vendor-api-key', 'bearer', 'query'] as const;
export type NativeKeyStyle = (typeof nativeKeyStyles)[number];

/** `auto`: determined by listing the native models; any other style is pinned by the user. */
export const nativeKeyChoices = ['auto', ...nativeKeyStyles] as const;
export type NativeKeyChoice = (typeof nativeKeyChoices)[number];

export const connectionColours = ['none', 'dev', 'stage', 'prod'] as const;
export type ConnectionColour = (typeof connectionColours)[number];

const text = (max: number) => z.string().check(z.maxLength(max));
export const identifier = z.string().check(z.minLength(1), z.maxLength(64));

const wholeMs = z.number().check(z.int(), z.minimum(100), z.maximum(86_400_000));

/**
 * Overrides of the route's deadlines in milliseconds; an absent one keeps the route's. `totalMs: null` means no limit.
 */
export const deadlineChoice = z.object({
  connectMs: z.optional(wholeMs),
  headersMs: z.optional(wholeMs),
  idleMs: z.optional(wholeMs),
  totalMs: z.optional(z.nullable(wholeMs)),
});
export type DeadlineChoice = z.output<typeof deadlineChoice>;

export const proxyModes = ['system', 'custom', 'none'] as const;
export type ProxyMode = (typeof proxyModes)[number];

/**
 * The network path to the gateway. `address` and `bypass` (comma-separated names, as in `NO_PROXY`) are kept while
 * another mode is selected. The proxy password is not part of it: `putProxyPassword` stores it in the vault.
 */
export const proxyChoice = z.object({
  mode: z._default(z.enum(proxyModes), 'system'),
  address: z._default(text(2048), ''),
  bypass: z._default(text(4096), ''),
  user: z._default(text(256), ''),
});
export type ProxyChoice = z.output<typeof proxyChoice>;

/** What the user can change about a connection. Header values may contain secrets and are redacted like keys. */
export const connectionDraft = z.object({
  id: z.optional(identifier),
  name: text(120),
  /** Without `prefixes`: as typed, with or without a version or a whole route. With `prefixes`: the base alone. */
  baseAddress: text(2048),
  ...gatewayDetails.shape,
  /** Absent: read from `baseAddress`. */
  prefixes: z.optional(routePrefixes),
  /** Absent: read from `baseAddress`. */
  query: z.optional(queryPairs),
  nativeKeyStyle: z._default(z.enum(nativeKeyChoices), 'auto'),
  headers: z._default(z.array(z.tuple([text(256), text(4096)])), []),
  colour: z._default(z.enum(connectionColours), 'none'),
  exposedRoutes: z._default(z.array(text(64)), []),
  /** The user accepted plain http to another machine, for this origin. */
  acceptedInsecure: z._default(z.boolean(), false),
  proxy: z._default(proxyChoice, { mode: 'system', address: '', bypass: '', user: '' }),
  /** PEM certificates trusted in addition to the system's; empty for none. */
  extraCa: z._default(z.object({ name: text(200), pem: text(1_000_000) }), { name: '', pem: '' }),
  deadlines: z._default(deadlineChoice, {}),
  /** Automatic retries of a transient refusal (408, 409, 429, 5xx), as the SDKs do. 0: never. */
  retries: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(5)), 0),
});
export type ConnectionDraft = z.input<typeof connectionDraft>;

export interface Connection extends GatewayDetails {
  id: string;
  name: string;
  /** Scheme, host, port and path before the prefixes, without a trailing slash. */
  baseAddress: string;
  origin: string;
  nativeKeyStyle: NativeKeyChoice;
  headers: [name: string, value: string][];
  colour: ConnectionColour;
  exposedRoutes: string[];
  acceptedInsecure: boolean;
  /**
   * Set when a restored backup or another program changed it since the user saved it here, with the origin that it had
   * then (`null`: never saved here). Until the user saves it again, no plain http is accepted and no secret header sent.
   */
  unconfirmed?: { confirmedFor: string | null };
  proxy: ProxyChoice & { hasPassword: boolean };
  extraCa: { name: string; pem: string };
  deadlines: DeadlineChoice;
  retries: number;
  /** The demo gateway on this computer. */
  isDemo: boolean;
  createdAt: number;
}

/** Status of a connection, derived from its latest exchanges. */
export interface ConnectionLight {
  connectionId: string;
  /** `untried`: nothing was sent since it was created; `failing`: the newest exchange got no response. */
  state: 'untried' | 'connecting' | 'connected' | 'failing';
  /** How many exchanges in a row got no response. */
  failures: number;
  /** When the newest finished exchange ended, in milliseconds since 1970. */
  lastAt: number | null;
  failure: Failure | null;
  exchangeId: string | null;
}

/** One certificate of a PEM file, with what the user needs to accept or reject it. */
export interface CertificateFacts {
  subject: string;
  issuer: string;
  /** Milliseconds since 1970. */
  validFrom: number;
  validTo: number;
  fingerprint: string;
  isAuthority: boolean;
}

/** What of an imported connection can read keys, or make others able to: it is imported only if the user accepts it. */
export const riskyParts = ['proxy', 'certificates', 'media-origins', 'key-in-url'] as const;
export type RiskyPart = (typeof riskyParts)[number];

/** One thing that an imported connection would set. */
export interface ImportPart {
  kind:
    | RiskyPart
    | 'no-proxy'
    | 'key-style'
    | 'key-header'
    | 'prefixes'
    | 'route-path'
    | 'query'
    | 'routes'
    | 'retries'
    | 'deadlines'
    | 'reasoning-tags';
  /** As the file has it; empty where the kind says everything. */
  value: string;
  /** Of `certificates`. */
  certificates: CertificateFacts[];
}

/** A connection in a shared file, before it is imported. */
export interface ImportCandidate {
  /** Identifies it within the file. */
  ref: string;
  name: string;
  baseAddress: string;
  colour: ConnectionColour;
  headers: string[];
  /** The sealed keys, by alias; empty when the file contains none. */
  keys: { alias: string; fingerprint: string; origin: string }[];
  /** An existing connection with the same address and name. */
  sameAs: string | null;
  /** Everything else that it would set. */
  parts: ImportPart[];
  /** Notes, such as a value that was left out of the file, or a key that the file contains unencrypted. */
  notes: string[];
  /** Why it cannot be imported. */
  problem: Failure | null;
}

export const connections = {
  list: call(z.object({}), out<Connection[]>()),
  save: call(connectionDraft, out<Connection>()),
  remove: call(z.object({ id: identifier }), out<void>()),
  lights: call(z.object({}), out<ConnectionLight[]>()),
  /** Write-only; an empty password deletes it. Bound to the proxy's current address. */
  putProxyPassword: call(z.object({ id: identifier, password: text(1024) }), out<void>()),
  /** Reads PEM text; without a certificate it fails with a `bad-input` that says what the text contains instead. */
  readCertificates: call(z.object({ pem: text(1_000_000) }), out<CertificateFacts[]>()),
  /** Exports connections without keys; header values that look like secrets are left out and listed in the file. */
  exportPlain: call(z.object({ ids: z.array(identifier).check(z.minLength(1), z.maxLength(200)) }), out<FileRef>()),
  /**
   * Exports connections with keys, sealed with a passphrase of at least 10 characters. The file is written where the
   * user chooses (desktop) or to the folder `exports` of the data folder, never to a file that the page can read.
   * Returns its full path, or `null` when the user canceled.
   */
  exportSealed: call(
    z.object({
      ids: z.array(identifier).check(z.minLength(1), z.maxLength(200)),
      passphrase: z.string().check(z.minLength(10), z.maxLength(1024)),
    }),
    out<string | null>(),
  ),
  /** Reads the content of a shared file. Nothing is saved. */
  importPreview: call(z.object({ fileId: identifier }), out<ImportCandidate[]>()),
  /**
   * Imports the selected ones as new connections; keys only with the correct passphrase, each bound to its own origin.
   */
  importChosen: call(
    z.object({
      fileId: identifier,
      refs: z.array(text(80)).check(z.minLength(1), z.maxLength(200)),
      passphrase: z.optional(text(1024)),
      /** Parts that the user did not accept, by entry. */
      without: z.optional(
        z.array(z.object({ ref: text(80), parts: z.array(z.enum(riskyParts)) })).check(z.maxLength(200)),
      ),
    }),
    out<{ connections: Connection[]; keys: number }>(),
  ),
};
