import type { Connection } from '#shared/contract/connections.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { looksSecret } from '#shared/protocol/header-rules.ts';
import { readForeign } from './foreign-file.ts';
import { readSealing, type Sealing } from './seal.ts';
import { isObject, type JsonObject, readEntry, type SharedEntry, type SharedKey } from './shared-entry.ts';

const format = 'patchbay-connections-';
/** What this release writes, and the newest it reads. */
const newest = 2;
/** Up to here `x-vendor-api-key` was the default: nothing tells whether somebody chose it. */
const beforeAuto = 1;

/** What is sealed of one connection, in the order of what stands readable. */
export interface SealedSecrets {
  keys: string[];
  /** Values of the headers that stand in the file as `null`. */
  headers: string[];
  proxyPassword: string | null;
}

/** A file of connections as it was read. */
export interface SharedFile {
  entries: SharedEntry[];
  /** `null` for a file without sealed keys; `data` is base64. */
  seal: { sealing: Sealing; data: string; beside: string } | null;
}

/** What a file says of a connection, and the header values that it must not say. */
export function shareConnection(connection: Connection, keys: readonly SharedKey[]) {
  const { name, baseAddress, nativeKeyStyle, colour, exposedRoutes, deadlines, retries, extraCa } = connection;
  const { mode, address, bypass, user } = connection.proxy;
  const isSecret = ([header, value]: Connection['headers'][number]) => looksSecret(header, value);
  return {
    withheld: connection.headers.filter(isSecret).map(([, value]) => value),
    // A consent to plain http is not part of it: everybody gives their own.
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
      keys,
    },
  };
}
type Shown = ReturnType<typeof shareConnection>['shown'];

const about = {
  plain:
    'Connections of Patchbay without keys. The value of a header that is null looked like a secret and was left out.',
  sealed: 'Connections of Patchbay. Their keys and the values of headers that are null are sealed by a passphrase.',
};

/** The readable part of a file, which a seal vouches for. */
export const openPart = (version: string, connections: readonly Shown[], sealing: Sealing | null): JsonObject => ({
  format: format + newest,
  about: sealing ? about.sealed : about.plain,
  version,
  ...(sealing && { sealing }),
  connections,
});

/** The same text for the same content, however the file is laid out. */
export const besideOf = (open: JsonObject): string => JSON.stringify(open);

/** The text of a file. */
export const writeSharedFile = (open: JsonObject, sealed: string | null): string =>
  `${JSON.stringify({ ...open, ...(sealed !== null && { sealed }) }, null, 2)}\n`;

/**
 * Reads a file of connections, entry by entry: one that makes no sense does not spoil the others. The JSON of other tools
 * is read as far as it names addresses.
 *
 * @throws AppError `bad-input` for a file of another kind or of a newer Patchbay.
 */
export function readSharedFile(content: string): SharedFile {
  const value = parse(content);
  const version = isObject(value) ? versionOf(value) : null;
  if (!isObject(value) || version === null) {
    const entries = readForeign(value);
    if (entries.length === 0) throw new AppError(notShared);
    return { entries, seal: null };
  }
  if (version > newest) throw new AppError(newerFile);
  if (!Number.isInteger(version) || !Array.isArray(value.connections)) throw new AppError(notShared);
  const { sealed, ...open } = value;
  const sealing = sealed === undefined ? null : readSealing(open.sealing);
  if (sealed !== undefined && (typeof sealed !== 'string' || sealing === null)) throw new AppError(strangeSeal);
  return {
    entries: value.connections
      .slice(0, mostEntries)
      .map((entry, at) =>
        readEntry(String(at + 1), version <= beforeAuto ? withoutOldDefault(entry) : entry, sealing !== null),
      ),
    seal: sealing && { sealing, data: sealed as string, beside: besideOf(open) },
  };
}

/** `auto` takes its place, which tries that header too. */
const withoutOldDefault = (entry: unknown): unknown =>
  isObject(entry) && entry.nativeKeyStyle === 'x-vendor-api-key' ? { ...entry, nativeKeyStyle: 'auto' } : entry;

/** The number behind the name of the form, `NaN` when there is none; `null` for JSON of another kind. */
const versionOf = ({ format: named }: JsonObject): number | null =>
  typeof named === 'string' && named.startsWith(format) ? Number(named.slice(format.length)) : null;

/** As many as one question can name. */
const mostEntries = 200;

function parse(content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
}

const notShared = failure('bad-input', 'This is not a file of connections.', {
  hint: 'Choose a file that Patchbay exported, or JSON that names a base address. Nothing was changed.',
});
const newerFile = failure('bad-input', 'This file was written by a newer Patchbay.', {
  hint: 'Update this one, or ask for the file in the older form. Nothing was changed.',
});
const strangeSeal = failure(
  'bad-input',
  'The keys of this file are sealed in a way that this Patchbay does not open.',
  {
    hint: 'Ask for the file again. Nothing was changed.',
  },
);
