/** Nesting beyond this is refused: it parses, and then fails later where nobody expects it. */
const deepest = 500;

/**
 * Finds the first place in a value that would not come back equal from JSON text: `undefined` in an array, `NaN`, a
 * bigint, bytes, a date, a map, a function, a class instance, a cycle. `null` when there is none.
 */
export function firstUncarriable(value: unknown, place = 'value', depth = 0): string | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${place} is ${value}`;
  if (typeof value !== 'object') return `${place} is a ${typeof value}`;
  if (depth > deepest) return `${place} is nested too deeply or holds itself`;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = firstUncarriable(value[index], `${place}[${index}]`, depth + 1);
      if (found) return found;
    }
    return null;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    return `${place} is a ${value.constructor?.name ?? 'class instance'}`;
  for (const [key, inner] of Object.entries(value)) {
    // A property that is undefined and one that is absent mean the same in every contract type.
    if (inner === undefined) continue;
    const found = firstUncarriable(inner, `${place}.${key}`, depth + 1);
    if (found) return found;
  }
  return null;
}
