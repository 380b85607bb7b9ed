/** Joins the facts that are present. */
export const joined = (facts: readonly (string | number | false | null)[], comma: string): string =>
  facts.filter((fact) => fact !== false && fact !== null && fact !== '').join(comma);
