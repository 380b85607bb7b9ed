const longestPart = 600;
const usualOverlap = 3;
const shortBelow = 20;

/**
 * Into which parts audio is best split: two of about the same length, more where a part would be too long.
 *
 * @param duration seconds, `fitting` the longest part that a service takes.
 */
export function proposedParts(duration: number, fitting: number): { part: number; overlap: number } {
  const overlap = duration < shortBelow ? 1 : usualOverlap;
  const part = Math.max(overlap * 2 + 1, Math.min(longestPart, fitting, duration / 2 + overlap));
  return { part: Math.round(part), overlap };
}
