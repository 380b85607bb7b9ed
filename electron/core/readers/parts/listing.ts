import type { ModelRecord, Part } from '#shared/protocol/part.ts';
import type { Dialect } from '../dialect.ts';
import { asArray, asNumber, asObject, asText, type JsonObject, shallowRecord } from '../intake/json-value.ts';

/** Where a listing keeps its records, and how it names what is in them. */
export interface ListingShape {
  name: string;
  /** Fields that may hold the list, best first. */
  lists: readonly string[];
  names: ListingNames;
}

/**
 * The list in a document: bare, under one of the names, or one level below it (`{data: {models: [...]}}`). `null` for an
 * empty one that is written so; `undefined` when there is none. A map from ids to records counts as a list of these.
 */
function listIn(value: unknown, names: readonly string[]): unknown[] | null | undefined {
  if (Array.isArray(value)) return value;
  const fieldOf = (record: JsonObject | null) => names.find((name) => record?.[name] !== undefined);
  const document = asObject(value);
  const list = document?.[fieldOf(document) ?? ''];
  if (Array.isArray(list) || list === null) return list;
  const inner = asObject(list);
  const innerList = inner?.[fieldOf(inner) ?? ''];
  if (inner === null || Array.isArray(innerList)) return innerList as unknown[] | undefined;
  const entries = Object.entries(inner);
  return entries.every(([, record]) => asObject(record))
    ? entries.map(([id, record]) => ({ id, ...asObject(record) }))
    : undefined;
}

/** The token of the page after this one: of the native surface, or as Anthropic pages its models. */
function nextPageOf(document: JsonObject | null): string | null {
  return asText(document?.nextPageToken) ?? (document?.has_more === true ? asText(document.last_id) : null);
}

/** Reads one page of a model listing. An empty list is a whole answer that holds nothing. */
export function openListing(shape: ListingShape): Dialect {
  let count = 0;
  let ended = false;

  function take(value: unknown): Part[] | null {
    const list = listIn(value, shape.lists);
    if (list === undefined) return null;
    const models = readModelRecords(list, shape.names);
    // Records without any id are no models: the list is not an empty one.
    if (models.length === 0 && asArray(list).length > 0) return null;
    count += models.length;
    ended = true;
    return [{ type: 'models', models, nextPage: nextPageOf(asObject(value)) }];
  }

  return {
    name: shape.name,
    nothing: 'no models for this key',
    event: take,
    whole: take,
    get finished() {
      return ended;
    },
    failure: null,
    end: () => ({ parts: [], ended, holds: count > 0, finishReason: null, usage: null, characters: 0 }),
  };
}

/** How one listing dialect names things. */
interface ListingNames {
  id: readonly string[];
  name: readonly string[];
  endpoints: readonly string[];
  inputLimit: readonly string[];
  outputLimit: readonly string[];
}

function first<Value>(
  record: JsonObject,
  fields: readonly string[],
  read: (value: unknown) => Value | null,
): Value | null {
  for (const field of fields) {
    const value = read(record[field]);
    if (value !== null) return value;
  }
  return null;
}

function texts(value: unknown): string[] {
  return asArray(value).filter((entry): entry is string => typeof entry === 'string' && entry !== '');
}

/** Limits are positive counts; a zero means that the gateway does not know. */
function limit(value: unknown): number | null {
  const count = asNumber(value);
  return count !== null && count > 0 ? count : null;
}

/**
 * Reads the records of a listing: one per id, in the order received. A record may be a bare id; a record without an id
 * is left out. `models/` in front of native ids is the path and not the name.
 */
function readModelRecords(values: unknown, names: ListingNames): ModelRecord[] {
  const records = new Map<string, ModelRecord>();
  for (const value of asArray(values)) {
    const raw = typeof value === 'string' ? { id: value } : asObject(value);
    const id = raw && first(raw, names.id, asText)?.replace(/^models\//, '');
    if (!raw || !id || records.has(id)) continue;
    const name = first(raw, names.name, asText);
    records.set(id, {
      id,
      name: name === id ? null : name,
      owner: asText(raw.owned_by) ?? asText(raw.owner),
      endpoints: names.endpoints.map((field) => texts(raw[field])).find((found) => found.length > 0) ?? [],
      inputTokenLimit: first(raw, names.inputLimit, limit),
      outputTokenLimit: first(raw, names.outputLimit, limit),
      raw: shallowRecord(raw),
    });
  }
  return [...records.values()];
}
