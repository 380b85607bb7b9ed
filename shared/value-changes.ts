/** One part of a JSON value: what it is now, or that it is gone when there is no value. */
export interface ValueChange {
  /** Names of the fields that lead to it. */
  path: string[];
  value?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** What leads from one object to another, by its fields and theirs. What is deeper, and every list, is one value. */
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

/** The same object with these parts changed. What is no object counts as an empty one. */
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
