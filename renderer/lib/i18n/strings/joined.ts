/** What is there of several facts, one behind the other. */
export const joined = (facts: readonly (string | number | false | null)[], comma: string): string =>
  facts.filter((fact) => fact !== false && fact !== null && fact !== '').join(comma);
