import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import { normalizeBase, writeBase } from '#shared/protocol/address.ts';
import type { KeyHeader } from '#shared/protocol/gateway-details.ts';
import { parseJson } from '#shared/protocol/json.ts';
import { hasAddress, readValue } from './connection-json.ts';
import { readCurl } from './curl-command.ts';
import { readEnv, splitEnv } from './env-lines.ts';
import { readFreeText } from './free-text.ts';
import { recognize } from './recognize.ts';
import { maxPasteChars, type Recognized } from './recognized.ts';

/** One gateway that was found in a text, with every key that was given for it. */
export interface FoundConnection {
  /** Without what every gateway has, such as `/v1` or a route; `null` when there are only keys. */
  address: string | null;
  name: string | null;
  nativeKeyStyle: NativeKeyStyle | null;
  keyHeader: KeyHeader | null;
  headers: [name: string, value: string][];
  model: string | null;
  keys: { alias: string; secret: string }[];
}

/**
 * Returns every connection in a text: a sequence of cURL commands, groups of `.env` lines, JSON of any tool with one
 * connection or a list of them, a message with an address and its keys. Entries that name the same gateway are one
 * connection with several keys. Never throws.
 */
export function recognizeAll(text: string): FoundConnection[] {
  if (text.length > maxPasteChars) return [];
  const found = [...readCommands(text), ...readObjects(text)];
  const parts = found.length > 0 ? found : readGroups(text);
  const single = recognize(text);
  const all = parts.length > 0 ? parts : single.kind === 'pair' ? readPairs(text, single) : [{ ...single, label: '' }];
  return joined(all.filter(({ address, secret }) => address || secret));
}

/** What was found, and a label that can name its key. */
type Labelled = Recognized & { label: string };

const readCommands = (text: string): Labelled[] =>
  text
    .split(/^(?=[ \t]*(?:\$[ \t]+)?curl(?:\.exe)?\s)/im)
    .map(readCurl)
    .filter((found) => found !== null)
    .map((found) => ({ ...found, label: '' }));

function readGroups(text: string): Labelled[] {
  return splitEnv(text).flatMap(({ prefix, lines }) => {
    const found = readEnv(lines);
    return found ? [{ ...found, label: prefix.toLowerCase().replaceAll('_', '-') }] : [];
  });
}

/** Every key that a message contains beside its address. */
function readPairs(text: string, single: Recognized): Labelled[] {
  const said = readFreeText(text);
  return said && said.keys.length > 1
    ? said.keys.map(({ alias, secret }) => ({ ...single, address: said.address, secret, label: alias }))
    : [{ ...single, label: '' }];
}

/** Deeper than any settings file nests a list of connections. */
const maxDepth = 6;

function readObjects(text: string): Labelled[] {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return [];
  const objects: { object: object; label: string }[] = [];
  collect(value, '', 0, objects);
  const parts = objects.length > 1 ? objects : [{ object: value, label: '' }];
  return parts.flatMap(({ object, label }) => {
    const found = readValue(object);
    return found ? [{ ...found, name: found.name ?? (label || null), label: '' }] : [];
  });
}

/** Collects objects with an address of their own, outermost first; each is labeled with the name of its property. */
function collect(value: unknown, label: string, depth: number, into: { object: object; label: string }[]): void {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return;
  if (hasAddress(value)) {
    into.push({ object: value, label });
    return;
  }
  for (const [name, field] of Object.entries(value)) collect(field, Array.isArray(value) ? '' : name, depth + 1, into);
}

/** Merges parts that name the same gateway; keys without any address belong to the only gateway there is. */
function joined(parts: readonly Labelled[]): FoundConnection[] {
  const byBase = new Map<string, FoundConnection>();
  const secrets = new Map<FoundConnection, Set<string>>();
  for (const part of parts) {
    const { base, prefixes, query } = normalizeBase(part.address ?? '');
    const place = base !== '' && query.length === 0 ? writeBase({ baseAddress: base, prefixes }) : null;
    const address = place ?? part.address;
    const known = byBase.get(address ?? '');
    const connection = known ?? {
      address,
      name: part.name,
      nativeKeyStyle: part.nativeKeyStyle,
      keyHeader: part.keyHeader,
      headers: part.headers,
      model: part.model,
      keys: [],
    };
    const own = secrets.get(connection) ?? new Set();
    secrets.set(connection, own);
    if (part.secret && !own.has(part.secret))
      connection.keys.push({ alias: part.label || `key ${connection.keys.length + 1}`, secret: part.secret });
    if (part.secret) own.add(part.secret);
    byBase.set(address ?? '', connection);
  }
  const homeless = byBase.get('');
  const others = [...byBase.values()].filter(({ address }) => address);
  const [only] = others;
  if (homeless && only && others.length === 1) {
    for (const key of homeless.keys) if (!secrets.get(only)?.has(key.secret)) only.keys.push(key);
    byBase.delete('');
  }
  return [...byBase.values()].map((connection) =>
    connection.keys.length === 1
      ? { ...connection, keys: connection.keys.map((key) => ({ ...key, alias: named(key.alias) })) }
      : connection,
  );
}

/** Names a single key without a label as the forms do. */
const named = (alias: string) => (/^key \d+$/.test(alias) ? '' : alias);
