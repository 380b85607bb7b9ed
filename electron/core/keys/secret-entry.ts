import { createHash } from 'node:crypto';
import type { Connection } from '#shared/contract/connections.ts';
import { wayOf } from './binding.ts';

/** What a secret is for. `seal`: the vault's own key, which is never sent. */
type SecretKind = 'key' | 'proxy-password' | 'seal';

/** What a secret was entered for. It is stored with the secret, in the vault, and compared at every use. */
export interface SecretBinding {
  kind: SecretKind;
  /** Whose secret it is, so that the rows of two secrets cannot be swapped. */
  owner: string;
  /** The only origin it is sent to: of the gateway, or of the proxy. */
  origin: string;
  /** Mark of a network path that others could read (`binding.ts`); empty for the usual one. */
  way: string;
  /** How it is sent (`sendingOf`); empty for a secret that is sent in one way only. */
  sending: string;
}

/** An entry of a vault. Those of earlier versions are the naked secret. */
interface VaultEntry {
  secret: string;
  binding: SecretBinding | null;
}

/** The line break keeps an earlier version from sending an entry: no key contains one. */
const mark = 'patchbay-secret-1\n';

/** Returns the text under which a vault stores a secret. Short, because some keychains limit it to 1,280 characters. */
export const writeEntry = (secret: string, { kind, owner, origin, way, sending }: SecretBinding): string =>
  mark + JSON.stringify([kind, digestOf(owner), origin, way, sending, secret]);

/** Reads the text that a vault returned; `null` for an entry that is damaged. */
export function readEntry(text: string): VaultEntry | null {
  if (!text.startsWith(mark)) return { secret: text, binding: null };
  try {
    const fields: unknown = JSON.parse(text.slice(mark.length));
    if (!Array.isArray(fields) || fields.length !== 6 || fields.some((field) => typeof field !== 'string')) return null;
    const [kind, owner, origin, way, sending, secret] = fields as [SecretKind, string, string, string, string, string];
    return { secret, binding: { kind, owner, origin, way, sending } };
  } catch {
    return null;
  }
}

/** Returns whether an entry is a secret of that kind and owner. */
export const isOf = (binding: SecretBinding, kind: SecretKind, owner: string): boolean =>
  binding.kind === kind && binding.owner === digestOf(owner);

export const keyOwner = (connectionId: string, keyId: string): string => `${connectionId}/${keyId}`;

/** Returns a digest of everything that decides how a connection sends its keys, and where below its origin. */
export const sendingOf = (connection: Connection): string => digestOf(JSON.stringify(sendingFields(connection)));

const sendingFields = ({
  baseAddress,
  nativeKeyStyle,
  keyHeader,
  prefixes,
  routePaths,
  query,
  mediaOrigins,
}: Connection) => [
  baseAddress,
  nativeKeyStyle,
  [keyHeader.name, keyHeader.prefix],
  [prefixes.compatible, prefixes.native],
  Object.entries(routePaths).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  query,
  mediaOrigins,
];

/** Returns a digest of everything about a connection that decides who can read what it sends. */
export const trustedFieldsOf = (connection: Connection): string =>
  digestOf(
    JSON.stringify([
      sendingFields(connection),
      connection.origin,
      wayOf(connection.origin, connection),
      connection.acceptedInsecure,
      [connection.proxy.mode, connection.proxy.address, connection.proxy.user],
      connection.extraCa.pem,
      connection.headers,
    ]),
  );

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
