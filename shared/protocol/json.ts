/** A JSON object whose shape is not known yet. */
export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an object whose members are not known yet; `null` for any other value. */
export const asObject = (value: unknown): JsonObject | null => (isObject(value) ? value : null);

/** Returns an own member of an object, or `undefined`; inherited names such as `constructor` are not members. */
export const member = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

export const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the member at a dotted path such as `reasoning.effort`. */
export function memberAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>(member, value);
}

/** Parses a JSON text; `undefined` when it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sets the member at a dotted path, creating the objects on the way. */
export function setMember(target: JsonObject, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = isObject(target[first]) ? target[first] : {};
  target[first] = inner;
  setMember(inner, rest.join('.'), value);
}
