/** Careful looks into JSON that a stranger wrote. Nothing here throws and nothing here recurses. */

export type JsonObject = Record<string, unknown>;

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects among the elements of an array; none when it is no array. */
export function asObjects(value: unknown): JsonObject[] {
  return asArray(value).filter((element): element is JsonObject => asObject(element) !== null);
}

/** A string that holds something, else `null`: gateways write `""` where they mean nothing. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A finite number, or digits in a string as some gateways write counts; else `null`. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** No field of a record says anything: each is absent, `null`, `""` or an empty list. */
export function isBlank(record: JsonObject): boolean {
  return Object.values(record).every(
    (value) => value == null || value === '' || (Array.isArray(value) && !value.length),
  );
}

/** JSON text of a value, or `null` when it is nested too deep to be written. */
export function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
}

const maxLevels = 100;
/** Passing on more takes seconds, in which nothing else is done; real records have some hundred values. */
const maxValues = 50_000;
const omitted = (what: string) => ({ omitted: `${what}; the recorded answer holds it` });
const tooDeep = omitted(`nested more than ${maxLevels} levels deep`);
const tooMany = omitted(`more than ${maxValues} values`);

/**
 * The record itself, or a note in its place when it is nested more than 100 levels deep or holds more than 50,000 values:
 * `JSON.parse` reads a million levels, but `structuredClone` and `JSON.stringify` throw on them, so nothing deep may leave
 * a reader.
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
