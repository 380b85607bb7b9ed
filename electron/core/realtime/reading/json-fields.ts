/** Reads fields of events that nobody has checked. Only own fields count: an event may hold any name. */
export type JsonFields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (from: unknown, name: string): unknown =>
  isFields(from) && Object.hasOwn(from, name) ? from[name] : undefined;

export function fieldsIn(from: unknown, name: string): JsonFields {
  const value = own(from, name);
  return isFields(value) ? value : {};
}

export function textIn(from: unknown, name: string): string | null {
  const value = own(from, name);
  return typeof value === 'string' ? value : null;
}

export function numberIn(from: unknown, name: string): number | null {
  const value = own(from, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function listIn(from: unknown, name: string): readonly unknown[] {
  const value = own(from, name);
  return Array.isArray(value) ? value : [];
}

export const hasField = (from: unknown, name: string): boolean => own(from, name) !== undefined;

/** An event of a text frame: a JSON object with a `type` that is text; `null` for anything else. */
export function readEvent(text: string): { type: string; fields: JsonFields } | null {
  try {
    const value: unknown = JSON.parse(text);
    const type = textIn(value, 'type');
    return type !== null && isFields(value) ? { type, fields: value } : null;
  } catch {
    return null;
  }
}
