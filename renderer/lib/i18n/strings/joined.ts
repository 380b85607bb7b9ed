/** Joins the facts that are present. */
export const joined = (facts: readonly (string | number | false | null)[], comma: string): string =>
  facts.filter((fact) => fact !== false && fact !== null && fact !== '').join(comma);

/** Returns words as they stand alone, such as in a badge: `Key rejected`. */
export const sentenceCase = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
