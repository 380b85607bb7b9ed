/** A change of one field of a JSON value: its new value, or its removal when there is no value. */
export interface ValueChange {
  /** Field names that lead to it. */
  path: string[];
  value?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/**
 * Returns the changes that turn one object into another, down to `depth` levels of fields. Deeper values and all lists
 * are compared as a whole.
 */
export function changesBetween(before: unknown, after: unknown, depth = 2): ValueChange[] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])].flatMap((key): ValueChange[] => {
    if (!Object.hasOwn(fresh, key)) return [{ path: [key] }];
    const value = fresh[key];
    if (!Object.hasOwn(old, key)) return [{ path: [key], value }];
    if (JSON.stringify(old[key]) === JSON.stringify(value)) return [];
    if (depth === 1 || !isFields(old[key]) || !isFields(value)) return [{ path: [key], value }];
    return changesBetween(old[key], value, depth - 1).map(({ path, ...more }) => ({ path: [key, ...path], ...more }));
  });
}

/** Returns the object with these changes applied. Anything but an object counts as an empty one. */
export function applyChanges(value: unknown, changes: readonly ValueChange[]): Fields {
  let sofar = fieldsOf(value);
  for (const change of changes) sofar = applyChange(sofar, change);
  return sofar;
}

function applyChange(fields: Fields, { path: [key, ...rest], value }: ValueChange): Fields {
  if (key === undefined) return fields;
  if (rest.length > 0) {
    const inner = Object.hasOwn(fields, key) ? fields[key] : undefined;
    return { ...fields, [key]: applyChange(fieldsOf(inner), { path: rest, value }) };
  }
  if (value !== undefined) return { ...fields, [key]: value };
  const { [key]: _gone, ...others } = fields;
  return others;
}
