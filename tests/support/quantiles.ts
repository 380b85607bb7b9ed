export const median = (values: readonly number[]): number =>
  values.toSorted((first, second) => first - second)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The value below which this share of the others is. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((first, second) => first - second)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
