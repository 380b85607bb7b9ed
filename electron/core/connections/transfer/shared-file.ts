import type { Connection } from '#shared/contract/connections.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { gatewayDetailsOf } from '#shared/protocol/gateway-details.ts';
import { headerRefusal, looksSecret } from '#shared/protocol/header-rules.ts';
import { isObject, type JsonObject } from '#shared/protocol/json.ts';
import { parseImported } from '../../files/read-imported.ts';
import { readSealing, type Sealing } from './seal.ts';
import { entryOf, readEntry, type SharedEntry, type SharedKey } from './shared-entry.ts';

const format = 'patchbay-connections-';
/** The version this release writes, and the newest it can read. */
const newest = 2;
/** Up to this version `x-vendor-api-key` was the default, so it may or may not have been selected by the user. */
const beforeAuto = 1;

/** The sealed part of one connection, in the order of the readable part. */
export interface SealedSecrets {
  keys: string[];
  /** Values of the headers that are `null` in the readable part. */
  headers: string[];
  proxyPassword: string | null;
}

/** A connections file as it was read. */
export interface SharedFile {
  entries: SharedEntry[];
  /** `null` for a file without sealed keys; `data` is base64. */
  seal: { sealing: Sealing; data: string; beside: string } | null;
}

/** Returns the readable form of a connection, and the header values that must not be in it. */
export function shareConnection(connection: Connection, keys: readonly SharedKey[]) {
  const { name, baseAddress, nativeKeyStyle, colour, exposedRoutes, deadlines, retries, extraCa } = connection;
  const { mode, address, bypass, user } = connection.proxy;
  const isSecret = ([header, value]: Connection['headers'][number]) => looksSecret(header, value);
  return {
    withheld: connection.headers.filter(isSecret).map(([, value]) => value),
    // Consent to plain http is not exported: each user gives their own.
    shown: {
      name,
      baseAddress,
      nativeKeyStyle,
      colour,
      headers: connection.headers.map((pair): [string, string | null] => (isSecret(pair) ? [pair[0], null] : pair)),
      exposedRoutes,
      proxy: { mode, address, bypass, user },
      extraCa,
      deadlines,
      retries,
      ...gatewayDetailsOf(connection),
      keys,
    },
  };
}
type Shown = ReturnType<typeof shareConnection>['shown'];

const about = {
  plain: 'Patchbay connections without keys. A header value of null looked like a secret and was omitted.',
  sealed: 'Patchbay connections. Their keys, and header values that are null here, are encrypted with a passphrase.',
};

/** Builds the readable part of a file, which the seal authenticates. */
export const openPart = (version: string, connections: readonly Shown[], sealing: Sealing | null): JsonObject => ({
  format: format + newest,
  about: sealing ? about.sealed : about.plain,
  version,
  ...(sealing && { sealing }),
  connections,
});

/** Returns the same text for the same content, however the file is formatted. */
export const besideOf = (open: JsonObject): string => JSON.stringify(open);

/** Returns the text of a file. */
export const writeSharedFile = (open: JsonObject, sealed: string | null): string =>
  `${JSON.stringify({ ...open, ...(sealed !== null && { sealed }) }, null, 2)}\n`;

/**
 * Reads a connections file, entry by entry: an invalid one does not affect the others. JSON of other tools is read as
 * far as it names addresses.
 *
 * @throws AppError `bad-input` for a file of another kind or of a newer Patchbay.
 */
export function readSharedFile(content: string): SharedFile {
  const value = parseImported(content);
  const version = isObject(value) ? versionOf(value) : null;
  if (!isObject(value) || version === null) {
    const entries = readForeign(value);
    if (entries.length === 0) throw new AppError(notShared);
    return { entries, seal: null };
  }
  if (version > newest) throw new AppError(newerFile);
  if (!Number.isInteger(version) || !Array.isArray(value.connections)) throw new AppError(notShared);
  if (value.connections.length > maxEntries) throw new AppError(tooMany);
  const { sealed, ...open } = value;
  const sealing = sealed === undefined ? null : readSealing(open.sealing);
  if (sealed !== undefined && (typeof sealed !== 'string' || sealing === null)) throw new AppError(strangeSeal);
  return {
    entries: value.connections.map((entry, at) =>
      readEntry(String(at + 1), version <= beforeAuto ? withoutOldDefault(entry) : entry, sealing !== null),
    ),
    seal: sealing && { sealing, data: sealed as string, beside: besideOf(open) },
  };
}

/** Replaced by `auto`, which tries that header too. */
const withoutOldDefault = (entry: unknown): unknown =>
  isObject(entry) && entry.nativeKeyStyle === 'x-vendor-api-key' ? { ...entry, nativeKeyStyle: 'auto' } : entry;

/** Returns the version number at the end of the format name, `NaN` when there is none; `null` for other JSON. */
const versionOf = ({ format: named }: JsonObject): number | null =>
  typeof named === 'string' && named.startsWith(format) ? Number(named.slice(format.length)) : null;

/** As many as one call can name. */
const maxEntries = 200;

const notShared = failure('bad-input', "This file doesn't contain connections.", {
  effect: 'unchanged',
  hint: 'Select a file that Patchbay exported, or JSON with a base URL.',
});
const tooMany = failure('too-large', `The file has more than ${maxEntries} connections, so it was not read.`, {
  effect: 'unchanged',
  hint: 'Export fewer connections at once, or split the file.',
});
const newerFile = failure('bad-input', 'This file was created by a newer version of Patchbay.', {
  effect: 'unchanged',
  hint: 'Update Patchbay, then import the file again.',
});
const strangeSeal = failure('bad-input', "This version of Patchbay can't decrypt the keys in this file.", {
  effect: 'unchanged',
  hint: 'Get the file again.',
});

/** Names that other tools use for these fields. */
const addressNames = /^(base_?(url|address|path)|api_?base|api_?(url|host)|endpoint|url|host)$/i;
const keyNames = /^(api_?keys?|key|token|secret|bearer)$/i;
const nameNames = /^(name|title|label)$/i;
const headerNames = /^((extra|default|custom)_?)?headers$/i;

/** Deeper than any settings file nests what matters here. */
const maxDepth = 6;

/**
 * Finds the connections in the JSON of another tool: every object with an address, with its name and headers. Keys in
 * it are reported and not imported: that would be one more copy of a key stored in plain text.
 */
function readForeign(value: unknown): SharedEntry[] {
  const found: SharedEntry[] = [];
  collect(value, '', 0, found);
  return found;
}

function collect(value: unknown, place: string, depth: number, found: SharedEntry[]): void {
  if (typeof value !== 'object' || value === null || depth > maxDepth || found.length >= maxEntries) return;
  const own = isObject(value) ? readObject(value, place, String(found.length + 1)) : null;
  if (own) found.push(own);
  for (const [name, inner] of Object.entries(value))
    if (!headerNames.test(name)) collect(inner, Array.isArray(value) ? place : name, depth + 1, found);
}

/** @param place the name of the object's field: its display name if it has none of its own. */
function readObject(object: JsonObject, place: string, ref: string): SharedEntry | null {
  const texts = Object.entries(object).filter((field): field is [string, string] => typeof field[1] === 'string');
  const find = (names: RegExp) => texts.find(([name, text]) => names.test(name) && text.trim() !== '')?.[1];
  const address = texts.find(([name, text]) => addressNames.test(name) && /[.:/]/.test(text))?.[1];
  if (address === undefined) return null;
  const headers = readHeaders(object);
  const usable = headers.filter(([name, text]) => headerRefusal(name, text) === null);
  const name = (find(nameNames) ?? place).slice(0, 120);
  const entry = entryOf(ref, { name, baseAddress: address, headers: usable });
  if (entry.name === `Entry ${ref}`) entry.name = entry.baseAddress;
  const keys = Object.keys(object).filter((field) => keyNames.test(field) && isFilled(object[field]));
  if (keys.length > 0)
    entry.notes.push(
      `This file contains an unencrypted key (${keys.join(', ')}), which is not imported. Enter it as a key of the connection.`,
    );
  const left = headers.filter((pair) => !usable.includes(pair)).map(([header]) => header);
  if (left.length > 0) entry.notes.push(`The headers ${left.join(', ')} are not imported, because Patchbay sets them.`);
  return entry;
}

const isFilled = (value: unknown): boolean =>
  (typeof value === 'string' && value.trim() !== '') || (Array.isArray(value) && value.length > 0);

function readHeaders(object: JsonObject): [string, string][] {
  const [, value] = Object.entries(object).find(([name]) => headerNames.test(name)) ?? [];
  const pairs: unknown[] = Array.isArray(value) ? value : isObject(value) ? Object.entries(value) : [];
  return pairs.flatMap((pair): [string, string][] => {
    if (isObject(pair)) return isText(pair.name) && isText(pair.value) ? [[pair.name, pair.value]] : [];
    return Array.isArray(pair) && isText(pair[0]) && isText(pair[1]) ? [[pair[0], pair[1]]] : [];
  });
}

const isText = (value: unknown): value is string => typeof value === 'string';
