import type { ModelRecord } from '#shared/protocol/part.ts';
import { asArray, asNumber, asObject, asText, type JsonObject, shallowRecord } from '../intake/json-value.ts';

/** How one listing dialect names things. */
export interface ListingNames {
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
export function readModelRecords(values: unknown, names: ListingNames): ModelRecord[] {
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
