/** One piece of a filter text: a plain word, or a name and a value (`status:503`). */
export interface FilterWord {
  /** As typed, quotes included. */
  typed: string;
  /** In lower case; `null` for a plain word. */
  name: string | null;
  value: string;
}

const piece = /([a-z]+):(?:"([^"]*)"?|(\S*))|"([^"]*)"?|(\S+)/gi;

/** Splits a filter text: words by spaces, `name:value`, and `"..."` around what holds spaces. Never throws. */
export function filterWords(text: string): FilterWord[] {
  return [...text.matchAll(piece)].map(([typed, name, quotedValue, value, quoted, plain]) => ({
    typed,
    name: name?.toLowerCase() ?? null,
    value: quotedValue ?? value ?? quoted ?? plain ?? '',
  }));
}

/** The text with one filter set, changed or (for `null`) taken out; everything else stays as it was typed. */
export function setFilterWord(text: string, name: string, value: string | null): string {
  const kept = filterWords(text)
    .filter((word) => word.name !== name)
    .map(({ typed }) => typed);
  if (value !== null) kept.push(`${name}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`);
  return kept.join(' ');
}

/** The text without one piece. */
export const withoutWord = (text: string, typed: string): string =>
  filterWords(text)
    .map((word) => word.typed)
    .filter((word) => word !== typed)
    .join(' ');
