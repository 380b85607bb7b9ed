/** Longer texts are written as they are: as a structure nobody would read them. */
const readableCharacters = 100_000;

/** A JSON text that a program can build from its values instead of holding it. */
export interface JsonValue {
  value: unknown;
  /** Blanks of indentation with which writing the value gives the text, letter for letter; `null` when none does. */
  indent: 0 | 2 | null;
}

/**
 * Reads a JSON text whose values say all of it. `null` when they do not: numbers that lose digits, names that come twice
 * or mean something to a language, deep or long texts, and what is no JSON at all.
 */
export function readJsonText(text: string): JsonValue | null {
  if (text.length > readableCharacters || text.includes('__proto__')) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || depthOf(value) > 50) return null;
  const compact = JSON.stringify(value);
  if (compact === text) return { value, indent: 0 };
  if (JSON.stringify(value, null, 2) === text) return { value, indent: 2 };
  return withoutBlanks(text) === compact ? { value, indent: null } : null;
}

const withoutBlanks = (text: string) =>
  text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, word: string | undefined) => word ?? '');

function depthOf(value: unknown): number {
  let depth = 0;
  for (let level: unknown[] = [value]; level.length > 0 && depth <= 50; depth += 1)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  return depth;
}
