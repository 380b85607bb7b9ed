import { asObject, type JsonObject } from '#shared/protocol/json.ts';

export { asObject, type JsonObject, parseJson } from '#shared/protocol/json.ts';

/** Returns the words of a table, such as names of fields, best first. */
export const words = (table: string): string[] => table.trim().split(/\s+/);

/** Safe access to untrusted JSON. Nothing here throws and nothing here recurses. */

export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the objects among the elements of an array; none when it is not an array. */
export function asObjects(value: unknown): JsonObject[] {
  return asArray(value).filter((element): element is JsonObject => asObject(element) !== null);
}

/** Returns a non-empty string, else `null`: gateways write `""` for absent values. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns a non-empty string or a number as text, else `null`: services write ids and codes as either. */
export function scalarText(value: unknown): string | null {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : asText(value);
}

/** Returns a finite number, also from a text with one, as some gateways write counts; else `null`. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,20})?$/.test(value) ? Number(value) : null;
}

/** True when no field of a record has a value: each is absent, `null`, `""` or an empty list. */
export function isBlank(record: JsonObject): boolean {
  return Object.values(record).every(
    (value) => value == null || value === '' || (Array.isArray(value) && !value.length),
  );
}

/** Returns the value of the first of these fields that has one; `null` when none does. */
export function firstIn<T>(record: JsonObject, names: readonly string[], read: (value: unknown) => T | null): T | null {
  for (const name of names) {
    const found = read(record[name]);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the text of a field that may be a string, a `{text}` record or a list of both. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((entry) => (Array.isArray(entry) ? '' : plainText(entry))).join('');
  const record = asObject(value);
  return asText(record?.text) ?? asText(record?.content) ?? asText(record?.summary) ?? '';
}

/** Returns the JSON text of a value, or `null` when it is nested too deep to be serialized. */
export function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
}

const maxLevels = 100;
/** Passing on more takes seconds that block everything else; real records have some hundred values. */
const maxValues = 50_000;
const omitted = (what: string) => ({ omitted: `${what}; see the recorded response` });
const tooDeep = omitted(`nested more than ${maxLevels} levels deep`);
const tooMany = omitted(`more than ${maxValues} values`);

/**
 * Returns the record itself, or a note in its place when it is nested more than 100 levels deep or holds more than
 * 50,000 values: `JSON.parse` reads a million levels, but `structuredClone` and `JSON.stringify` throw on them, so
 * nothing deep may leave a reader.
 */
export function shallowRecord(record: JsonObject): JsonObject {
  let level: unknown[] = [record];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxLevels) return tooDeep;
    const next: unknown[] = [];
    for (const value of level) {
      const children = Object.values(value as object);
      values += children.length;
      if (values > maxValues) return tooMany;
      for (const child of children) if (typeof child === 'object' && child !== null) next.push(child);
    }
    level = next;
  }
  return record;
}
