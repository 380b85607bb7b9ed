/** Returns the result of `work`, or `null` when it throws; for optional work that nothing depends on. */
export function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
