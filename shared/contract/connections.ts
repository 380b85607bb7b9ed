import * as z from 'zod/mini';
import type { Failure } from '../protocol/failure.ts';
import type { FileRef } from '../protocol/part.ts';
import { call, out } from './define.ts';

/** How a request to a native route (`/v1beta`) carries the key, in the order in which the styles are tried. */
export const nativeKeyStyles = ['x-goog-api-key', 'x-vendor-api-key', 'bearer', 'query'] as const;
export type NativeKeyStyle = (typeof nativeKeyStyles)[number];

/** `auto`: found out by listing the native models; another one is pinned by the user. */
export const nativeKeyChoices = ['auto', ...nativeKeyStyles] as const;
export type NativeKeyChoice = (typeof nativeKeyChoices)[number];

export const connectionColours = ['none', 'dev', 'stage', 'prod'] as const;
export type ConnectionColour = (typeof connectionColours)[number];

const text = (max: number) => z.string().check(z.maxLength(max));
export const identifier = z.string().check(z.minLength(1), z.maxLength(64));

const wholeMs = z.number().check(z.int(), z.minimum(100), z.maximum(86_400_000));

/** Limits that replace the route's own; an absent one leaves the route's. Milliseconds; `totalMs: null` means none. */
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
 * The way to the gateway. `address` and `bypass` (names split by commas, as in `NO_PROXY`) are kept while another mode
 * is on. The password of the log-in is no part of it: it goes to the vault by `putProxyPassword`.
 */
export const proxyChoice = z.object({
  mode: z._default(z.enum(proxyModes), 'system'),
  address: z._default(text(2048), ''),
  bypass: z._default(text(4096), ''),
  user: z._default(text(256), ''),
});
export type ProxyChoice = z.output<typeof proxyChoice>;

/** What the user may change of a connection. Header values may contain secrets: they are redacted like keys. */
export const connectionDraft = z.object({
  id: z.optional(identifier),
  name: text(120),
  /** With or without `/v1`: stored without. */
  baseAddress: text(2048),
  nativeKeyStyle: z._default(z.enum(nativeKeyChoices), 'auto'),
  headers: z._default(z.array(z.tuple([text(256), text(4096)])), []),
  colour: z._default(z.enum(connectionColours), 'none'),
  exposedRoutes: z._default(z.array(text(64)), []),
  /** The user accepted plain http to another machine, for this origin. */
  acceptedInsecure: z._default(z.boolean(), false),
  proxy: z._default(proxyChoice, { mode: 'system', address: '', bypass: '', user: '' }),
  /** Certificates in PEM form that are trusted beside the system's; empty for none. */
  extraCa: z._default(z.object({ name: text(200), pem: text(1_000_000) }), { name: '', pem: '' }),
  deadlines: z._default(deadlineChoice, {}),
  /** How often a refusal that may pass (408, 409, 429, 5xx) is sent again by itself, as the SDKs do. 0: never. */
  retries: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(5)), 0),
});
export type ConnectionDraft = z.input<typeof connectionDraft>;

export interface Connection {
  id: string;
  name: string;
  baseAddress: string;
  origin: string;
  nativeKeyStyle: NativeKeyChoice;
  headers: [name: string, value: string][];
  colour: ConnectionColour;
  exposedRoutes: string[];
  acceptedInsecure: boolean;
  proxy: ProxyChoice & { hasPassword: boolean };
  extraCa: { name: string; pem: string };
  deadlines: DeadlineChoice;
  retries: number;
  /** The demo gateway of this computer. */
  isDemo: boolean;
  createdAt: number;
}

/** What is known of a connection from its latest exchanges. */
export interface ConnectionLight {
  connectionId: string;
  /** `untried`: nothing was sent since it was made; `failing`: the newest exchange did not reach an answer. */
  state: 'untried' | 'connecting' | 'connected' | 'failing';
  /** How many exchanges in a row did not reach an answer. */
  failures: number;
  /** Of the newest exchange that ended, milliseconds since 1970. */
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

/** A connection in a shared file, before anything of it is imported. */
export interface ImportCandidate {
  /** Names it within the file. */
  ref: string;
  name: string;
  baseAddress: string;
  colour: ConnectionColour;
  headers: string[];
  /** Aliases of the sealed keys; empty when the file carries none. */
  keys: { alias: string; fingerprint: string; origin: string }[];
  /** A connection here that has the same address and name. */
  sameAs: string | null;
  /** Notes: a value that was left out of the file, a key that is in it unencrypted. */
  notes: string[];
  /** Why it cannot be imported. */
  problem: Failure | null;
}

export const connections = {
  list: call(z.object({}), out<Connection[]>()),
  save: call(connectionDraft, out<Connection>()),
  remove: call(z.object({ id: identifier }), out<void>()),
  lights: call(z.object({}), out<ConnectionLight[]>()),
  /** Write-only; an empty one deletes it. Bound to the proxy's current address. */
  putProxyPassword: call(z.object({ id: identifier, password: text(1024) }), out<void>()),
  /** Reads PEM text; without a certificate it fails with a `bad-input` that says what the text contains instead. */
  readCertificates: call(z.object({ pem: text(1_000_000) }), out<CertificateFacts[]>()),
  /** Connections as a file without keys; header values that look like secrets are left out and named in the file. */
  exportPlain: call(z.object({ ids: z.array(identifier).check(z.minLength(1), z.maxLength(200)) }), out<FileRef>()),
  /**
   * The same with keys, sealed by a passphrase of at least 10 characters. It is written where the user chooses (desktop) or
   * to the folder `exports` of the data folder, never to a file that the page can read: its full name, or `null` when the
   * user cancelled.
   */
  exportSealed: call(
    z.object({
      ids: z.array(identifier).check(z.minLength(1), z.maxLength(200)),
      passphrase: z.string().check(z.minLength(10), z.maxLength(1024)),
    }),
    out<string | null>(),
  ),
  /** The content of a shared file. Nothing is saved. */
  importPreview: call(z.object({ fileId: identifier }), out<ImportCandidate[]>()),
  /** Takes over the chosen ones as new connections; keys only with the right passphrase, each bound to its own origin. */
  importChosen: call(
    z.object({
      fileId: identifier,
      refs: z.array(text(80)).check(z.minLength(1), z.maxLength(200)),
      passphrase: z.optional(text(1024)),
    }),
    out<{ connections: Connection[]; keys: number }>(),
  ),
};
