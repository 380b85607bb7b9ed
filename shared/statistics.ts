/** Returns the value at a share of the sorted values, interpolated linearly as in NumPy; `null` without values. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((first, second) => first - second);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  return low === undefined || high === undefined ? null : low + (high - low) * (at - Math.floor(at));
}

/** Returns the arithmetic mean; `null` without values. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
