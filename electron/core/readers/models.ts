import type { ModelRecord } from '#shared/protocol/part.ts';
import { type Dialect, openOneDocument } from './dialect.ts';
import { asArray, asNumber, asObject, asText, firstIn, type JsonObject, shallowRecord } from './intake/json-value.ts';

/** Reads `GET /v1/models`. Only `id` is always present; the other fields are those of many gateways. */
export function openModels(): Dialect {
  return openListing({
    name: 'a model list',
    lists: ['data', 'models', 'result', 'results', 'items', 'model_list', 'endpoints'],
    names: {
      id: ['id', 'model', 'name', 'model_id', 'modelId'],
      name: ['display_name', 'displayName', 'name'],
      endpoints: ['supported_endpoint_types', 'supported_endpoints'],
      inputLimit: ['context_length', 'context_window', 'max_model_len', 'max_context_length', 'inputTokenLimit'],
      outputLimit: ['max_output_tokens', 'max_completion_tokens', 'outputTokenLimit'],
    },
  });
}

/** Reads `GET /v1beta/models`. Gateways list models of all vendors here, without the `models/` prefix. */
export function openNativeModels(): Dialect {
  return openListing({
    name: 'a native model list',
    prefix: 'models/',
    lists: ['models', 'data'],
    names: {
      id: ['name', 'id', 'baseModelId'],
      name: ['displayName', 'display_name'],
      endpoints: ['supportedGenerationMethods', 'supportedActions', 'supported_endpoint_types'],
      inputLimit: ['inputTokenLimit'],
      outputLimit: ['outputTokenLimit'],
    },
  });
}

interface ListingShape {
  name: string;
  /** What stands before each id in the list and is not part of it: ids are sent as the compatible list has them. */
  prefix?: string;
  /** Fields that may hold the list, most likely first. */
  lists: readonly string[];
  names: ListingNames;
}

/**
 * Returns the list in a document: bare, under one of the names, or one level below it (`{data: {models: [...]}}`).
 * `null` when the field is `null`, which means empty; `undefined` when there is none. A map from ids to records counts
 * as a list of these.
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

/** Returns the token of the next page: of the native surface, or in Anthropic's form. */
function nextPageOf(document: JsonObject | null): string | null {
  return asText(document?.nextPageToken) ?? (document?.has_more === true ? asText(document.last_id) : null);
}

/** Reads one page of a model listing. An empty list is a complete response without content. */
function openListing({ name, prefix = '', lists, names }: ListingShape): Dialect {
  return openOneDocument({
    name,
    nothing: 'no models for this key',
    isContent: (part) => part.type === 'models' && part.models.length > 0,
    read(value) {
      const list = listIn(value, lists);
      if (list === undefined) return null;
      const models = readModelRecords(list, names, prefix);
      // Records without any id are not models: the list is of another type, not empty.
      if (models.length === 0 && asArray(list).length > 0) return null;
      return [{ type: 'models', models, nextPage: nextPageOf(asObject(value)) }];
    },
  });
}

type ListingNames = Record<'id' | 'name' | 'endpoints' | 'inputLimit' | 'outputLimit', readonly string[]>;

function texts(value: unknown): string[] {
  return asArray(value).filter((entry): entry is string => typeof entry === 'string' && entry !== '');
}

/** Limits are positive; 0 means that the gateway does not know. */
function limit(value: unknown): number | null {
  const count = asNumber(value);
  return count !== null && count > 0 ? count : null;
}

/** Returns one record per id, in order. A record may be a bare id. */
function readModelRecords(values: unknown, names: ListingNames, prefix: string): ModelRecord[] {
  const records = new Map<string, ModelRecord>();
  for (const value of asArray(values)) {
    const raw = typeof value === 'string' ? { id: value } : asObject(value);
    const listed = raw && firstIn(raw, names.id, asText);
    const id = listed?.startsWith(prefix) ? listed.slice(prefix.length) : listed;
    if (!raw || !id || records.has(id)) continue;
    const name = firstIn(raw, names.name, asText);
    records.set(id, {
      id,
      name: name === id ? null : name,
      owner: asText(raw.owned_by) ?? asText(raw.owner),
      endpoints: names.endpoints.map((field) => texts(raw[field])).find((found) => found.length > 0) ?? [],
      inputTokenLimit: firstIn(raw, names.inputLimit, limit),
      outputTokenLimit: firstIn(raw, names.outputLimit, limit),
      raw: shallowRecord(raw),
    });
  }
  return [...records.values()];
}
