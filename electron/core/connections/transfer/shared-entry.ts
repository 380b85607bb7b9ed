import { type Connection, connectionColours, connectionDraft, type RiskyPart } from '#shared/contract/connections.ts';
import { endsInVersion, normalizeBase } from '#shared/protocol/address.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import { isObject, type JsonObject } from '#shared/protocol/json.ts';
import { usualPrefixes } from '#shared/protocol/route-path.ts';
import { plainName } from '../../plain-name.ts';
import { connectionOf } from '../connection-of.ts';
import { withoutParts } from './import-parts.ts';

/** The readable part of a key in a file: everything but its secret. */
export interface SharedKey {
  alias: string;
  fingerprint: string;
  /** The only origin it is ever sent to, on any computer. */
  origin: string;
  enabled: boolean;
}

/** A connection in a file. */
export interface SharedEntry {
  /** Its position in the file, from 1. */
  ref: string;
  name: string;
  baseAddress: string;
  colour: Connection['colour'];
  /** In order; `null` for a value that the file does not contain. */
  headers: [name: string, value: string | null][];
  /** The keys that are sealed in the file. */
  keys: SharedKey[];
  /** Notes on what the file contains and what will not be imported unchanged. */
  notes: string[];
  /** Why it cannot be imported; `null` when it can. */
  problem: Failure | null;
  /**
   * Creates a new connection from it, never replacing an existing one.
   *
   * @param sealed values for the headers without one, in order.
   * @param left parts that the user did not accept.
   * @throws AppError the problem.
   */
  connection(sealed?: readonly string[], left?: readonly RiskyPart[]): Connection;
}

/** Reads one entry of a shared file. Never fails, whatever the entry contains. */
export function readEntry(ref: string, value: unknown, isSealed: boolean): SharedEntry {
  const given = isObject(value) ? value : {};
  const headers = readHeaders(given.headers);
  const keys = isSealed ? readKeys(given.keys) : [];
  const missing = headers.filter(([, text]) => text === null).map(([name]) => name);
  const entry = entryOf(ref, { ...earlierPrefixes(given), ...given, headers }, keys);
  if (missing.length > 0 && !isSealed)
    entry.notes.push(`The file doesn't contain the value of ${missing.join(', ')}. Enter it again.`);
  return entry;
}

/** Earlier versions exported no prefixes: every base was followed by the usual ones. */
const earlierPrefixes = ({ prefixes, baseAddress }: JsonObject): JsonObject =>
  prefixes === undefined && typeof baseAddress === 'string' && !endsInVersion(baseAddress)
    ? { prefixes: usualPrefixes, query: [] }
    : {};

/**
 * Builds an entry from its fields. Ids and consents to plain http in a file are ignored.
 *
 * @param given a connection's fields as in the contract; header values may be `null`.
 */
export function entryOf(ref: string, given: JsonObject, keys: SharedKey[] = []): SharedEntry {
  const headers = readHeaders(given.headers);
  const connection = (sealed: readonly string[] = [], left: readonly RiskyPart[] = []): Connection => {
    const values = [...sealed];
    const known = headers.flatMap(([name, value]): [string, string][] => {
      const text = value ?? values.shift();
      return text === undefined ? [] : [[name, text]];
    });
    if (headers.length > mostHeaders) throw new AppError(unreadable(ref, 'headers'));
    const read = connectionDraft.safeParse({ ...given, headers: known, id: undefined, acceptedInsecure: false });
    if (!read.success) throw new AppError(unreadable(ref, read.error.issues[0]?.path.join('.') ?? ''));
    return connectionOf(withoutParts(read.data, left), null, 'later');
  };
  let problem: Failure | null = null;
  try {
    connection(headers.filter(([, value]) => value === null).map(() => 'sealed'));
  } catch (thrown) {
    problem = AppError.from(thrown);
  }
  const baseAddress = textOf(given.baseAddress, 2048);
  const notes = normalizeBase(baseAddress)
    .problems.filter(({ severity }) => severity === 'warning')
    .map(({ message }) => message);
  return {
    ref,
    name: plainName(textOf(given.name, 120)) || `Entry ${ref}`,
    baseAddress,
    colour: connectionColours.find((colour) => colour === given.colour) ?? 'none',
    headers,
    keys,
    notes,
    problem,
    connection,
  };
}

const textOf = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '');

/** Far more headers than a server reads. An entry with more is not read: each is checked and shown. */
const mostHeaders = 200;

function readHeaders(value: unknown): [name: string, value: string | null][] {
  return (Array.isArray(value) ? value.slice(0, mostHeaders + 1) : []).flatMap((pair): [string, string | null][] => {
    const [name, text] = Array.isArray(pair) ? pair : [];
    return typeof name === 'string' && (typeof text === 'string' || text === null) ? [[name, text]] : [];
  });
}

/** An unreadable key keeps its position, because the sealed secrets are in the same order. */
const readKeys = (value: unknown): SharedKey[] =>
  (Array.isArray(value) ? value : []).map((key) => {
    const given = isObject(key) ? key : {};
    return {
      alias: plainName(textOf(given.alias, 80)),
      fingerprint: textOf(given.fingerprint, 12),
      origin: textOf(given.origin, 2048),
      enabled: given.enabled !== false,
    };
  });

const unreadable = (ref: string, field: string): Failure =>
  failure('bad-input', `Entry ${ref} of the file isn't valid${field === '' ? '' : ` (${field})`}.`, {
    hint: 'The other entries can still be imported.',
  });
