/** JSON text indented the same way, with the keys of objects in order if asked for; `null` for what is no JSON. */
export function normaliseJson(text: string, sortKeys: boolean): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(sortKeys ? sorted(value) : value, null, 2);
  } catch {
    return null;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
